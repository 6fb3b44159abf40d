import Motion

let spring = Spring(response: 0.25, dampingFraction: 0.59)
var x = Animated(0.0, threshold: 0.5)
x.animate(to: 300, at: .zero, with: .spring(spring))
let later = Instant.zero + .milliseconds(80)
x.animate(to: 0, at: later, with: .spring(spring))
precondition(x.nextChange(after: later) == later, "the value does not move")
precondition(x.value(at: later + .seconds(10)) == 0, "the value does not settle")
