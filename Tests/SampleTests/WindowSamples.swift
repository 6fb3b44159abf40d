import Controls
import Toolkit
import Windowing

// The code about windows. It needs a display, so it is only compiled.

/// Changes a label after its window was opened.
func finish(_ label: Child<Label>, in window: Window) {
  window.update { now in
    label.control.setText("Done.", at: now)
    return []
  }
}
