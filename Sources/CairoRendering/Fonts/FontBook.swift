import Scene

/// Opens the fonts that styles are written in, and keeps those that were opened lately.
final class FontBook {
  private let fonts: FontSet
  /// Read when a choice is wanted that is not known yet.
  private var configuration: FontConfiguration?
  private(set) var choices: FontChoices?
  /// Those of the choices alone; `nil` where a file could not be read.
  private var typefaces: [(file: FontFile, typeface: Typeface?)] = []

  /// - Parameter choices: What was chosen at an earlier time; of no use unless it still holds.
  /// - Throws: `RenderingError.noFonts` where there are none.
  init(_ fonts: FontSet, knowing choices: FontChoices?) throws(RenderingError) {
    self.fonts = fonts
    if fonts == .system, let choices, choices.stillHold {
      self.choices = choices
    } else {
      configuration = try FontConfiguration(fonts)
    }
  }

  /// The font of a style; `nil` where none can be used as it stands.
  func typeface(for style: TextStyle) -> Typeface? {
    let request = FontRequest(family: style.family, weight: style.weight.rawValue)
    guard let file = choice(for: request) else { return nil }
    if let known = typefaces.first(where: { $0.file == file }) { return known.typeface }
    let typeface = Typeface(file)
    typefaces.append((file, typeface))
    return typeface
  }

  private func choice(for request: FontRequest) -> FontFile? {
    if let known = choices?[request] { return known.file }
    guard let configuration = openConfiguration() else { return nil }
    let file = configuration.bestFont(for: request)
    var choices = choices ?? FontChoices(under: FontCircumstances(of: configuration))
    choices.add(FontChoice(request: request, file: file))
    self.choices = choices
    typefaces.removeAll { known in !choices.choices.contains { $0.file == known.file } }
    return file
  }

  /// The configuration, which is read now unless it was before; `nil` where it has no fonts any
  /// more.
  func openConfiguration() -> FontConfiguration? {
    if configuration == nil { configuration = try? FontConfiguration(fonts) }
    return configuration
  }
}
