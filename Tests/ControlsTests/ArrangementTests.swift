import Controls
import Motion
import Scene
import TestSupport
import Testing

/// The laws of the arrangements of groups, for random controls, sizes and scales.
@Suite struct `Arrangement of controls` {
  @Test(arguments: scales, 0..<6) func `keeps the spacing and the padding of a column`(
    scale: Double, seed: Int
  ) {
    for sample in ArrangementSample.samples(seed: seed, scale: scale) {
      let (column, padding) = (sample.column, sample.padding)
      for (previous, next) in zip(column.frames, column.frames.dropFirst()) {
        #expect(sample.isNear(next.minY - previous.maxY, sample.spacing))
        #expect(next.minY >= previous.maxY - rounding)
      }
      guard let first = column.frames.first, let last = column.frames.last else { continue }
      #expect(sample.isNear(first.minY - column.frame.minY, padding))
      #expect(sample.isNear(column.frame.maxY - last.maxY, padding))
      for frame in column.frames { #expect(sample.isNear(frame.minX - column.frame.minX, padding)) }
      for (frame, offered) in zip(column.frames, column.offeredWidths) {
        #expect(frame.minX + offered <= max(frame.minX, column.frame.maxX - padding) + rounding)
      }
    }
  }

  @Test(arguments: scales, 0..<6) func `keeps the spacing of a row`(scale: Double, seed: Int) {
    for sample in ArrangementSample.samples(seed: seed, scale: scale) {
      for row in sample.rows {
        let frames = row.frames
        for (previous, next) in zip(frames, frames.dropFirst()) {
          // A control that became narrower can have any width.
          #expect(sample.isNear(next.minX - previous.maxX, sample.spacing))
          #expect(next.minX >= previous.maxX - 0.5 / scale)
        }
      }
    }
  }

  @Test(arguments: scales, 0..<6)
  func `keeps the preferred sizes if there is enough space`(scale: Double, seed: Int) {
    for sample in ArrangementSample.samples(seed: seed, scale: scale) {
      if sample.hasSpaceForColumn { #expect(sample.column.frames.map(\.size) == sample.sizes) }
      guard sample.hasSpaceForRow else { continue }
      #expect(sample.leadingRow.frames.map(\.size) == sample.sizes)
      #expect(sample.trailingRow.frames.map(\.size) == sample.sizes)
    }
  }

  @Test(arguments: scales, 0..<6) func `begins or ends a row at the edge`(scale: Double, seed: Int) {
    for sample in ArrangementSample.samples(seed: seed, scale: scale) {
      let (leading, trailing) = (sample.leadingRow, sample.trailingRow)
      #expect(leading.frames.first?.minX ?? sample.origin.x == sample.origin.x)
      guard sample.hasSpaceForRow, let last = trailing.frames.last else { continue }
      // The position is rounded toward the leading edge, so that the last control fits.
      #expect(sample.isNear(last.maxX, trailing.frame.maxX, pixels: 1))
    }
  }

  @Test(arguments: scales, 0..<6) func `centers a row vertically`(scale: Double, seed: Int) {
    for sample in ArrangementSample.samples(seed: seed, scale: scale) {
      for row in sample.rows {
        #expect(row.frame.height == row.frames.map(\.height).max() ?? 0)
        for frame in row.frames { #expect(sample.isNear(frame.midY, row.frame.midY)) }
      }
    }
  }

  @Test func `gives a manual group its origin and its width, and the height of its controls`() {
    let environment = Environment(text: FixedTextMetrics())
    let group = ControlGroup<Void>(.manual, in: environment)
    let button = group.add(CapsuleButton("Button", in: environment))
    button.layOut(at: Point(x: 30, y: 40), width: 100, at: .zero)
    group.layOut(at: Point(x: 10, y: 20), width: 500, at: .zero)
    #expect(group.frame == Rect(x: 10, y: 20, width: 500, height: button.frame.maxY - 20))
  }

  @Test(arguments: scales) func `stacks a trailing row that is too wide at the trailing edge`(scale: Double) {
    let environment = Environment(text: FixedTextMetrics(), scale: scale)
    for (count, isRow) in [(2, true), (3, false)] {
      let group = ControlGroup<Void>(.trailingRow(spacing: 10), in: environment)
      let buttons = (0..<count).map { _ in group.add(CapsuleButton("Button", in: environment)) }
      let width = buttons[0].control.size.width
      group.layOut(at: .zero, width: 2.5 * width + 10, at: .zero)
      let frames = buttons.map(\.frame)
      #expect((Set(frames.map(\.minY)).count == 1) == isRow)
      #expect(frames.allSatisfy { $0.minX >= 0 && $0.maxX <= group.frame.maxX })
      #expect(group.frame.maxX - (frames.last?.maxX ?? 0) < 1 / scale + rounding)
      #expect(group.frame.maxY >= (frames.last?.maxY ?? 0))
      for (previous, next) in zip(frames, frames.dropFirst()) where !isRow {
        #expect(next.minY >= previous.maxY && next.maxX == previous.maxX)
      }
    }
  }

  @Test(arguments: scales) func `elides the label of a button that is wider than the group`(scale: Double) {
    let environment = Environment(text: FixedTextMetrics(), scale: scale)
    let label = AccessKeyLabel(mnemonic: "_Keep everything as it is")
    let group = ControlGroup<Void>(.trailingRow(spacing: 10), in: environment)
    let buttons = (0..<2).map { _ in group.add(CapsuleButton(label, style: .regular, in: environment)) }
    let fitting = buttons[0].control.size.width
    for (isElided, width) in [(false, 1000), (true, 100), (false, fitting), (true, 60)] {
      group.layOut(at: .zero, width: width, at: .zero)
      #expect(buttons.allSatisfy { $0.frame.minX >= 0 && $0.frame.maxX <= width + 1 / scale })
      var list = DisplayList()
      group.draw(into: &list, at: .zero)
      let texts = list.flattened.elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
      #expect(texts.map { $0.string == label.text } == [!isElided, !isElided], "\(width)")
      for (text, button) in zip(texts, buttons) {
        #expect(text.ink.minX >= button.frame.minX && text.ink.maxX <= button.frame.maxX)
      }
    }
  }

  @Test(arguments: scales, 0..<6)
  func `stays in the frame of the group, on device pixels, also after other widths`(
    scale: Double, seed: Int
  ) {
    for sample in ArrangementSample.samples(seed: seed, scale: scale) {
      for boxes in [sample.leadingRow, sample.trailingRow, sample.column] {
        #expect(boxes.frame.origin == sample.origin && boxes.frame.width == sample.width)
        let frames = boxes.frames
        #expect(
          frames.allSatisfy { $0.minY >= boxes.frame.minY && $0.maxY <= boxes.frame.maxY + rounding })
        #expect(boxes.offeredWidths.allSatisfy { $0 >= 0 })
        let snapped = frames.map { sample.environment.snapped($0.minX) }
        #expect(frames.map(\.minX) == snapped)
        #expect(frames.allSatisfy { $0.minY == sample.environment.snapped($0.minY) })
        for width in [sample.width, sample.width / 2] {
          boxes.layOut(width: width)
          boxes.layOut()
          #expect(boxes.frames == frames)
        }
      }
      if sample.hasSpaceForColumn { #expect(isInside(sample.column)) }
      if sample.hasSpaceForRow { #expect(isInside(sample.leadingRow) && isInside(sample.trailingRow)) }
    }
  }

  private func isInside(_ boxes: ArrangedBoxes) -> Bool {
    boxes.frames.allSatisfy { $0.minX >= boxes.frame.minX && $0.maxX <= boxes.frame.maxX + rounding }
  }

  /// The tolerance for sums of floating-point numbers.
  private let rounding = 1e-9
}

private let scales = [1, 1.25, 1.5, 2]
