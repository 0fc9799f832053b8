// A timer that runs in the page. `end`: when it ends, in seconds of the clock of Python; `now`: what that clock showed
// when it was sent; `still`: the seconds left of a timer that stands still, else -1.
export function render({ model, el }) {
  const face = document.createElement('div')
  face.className = 'face'
  face.setAttribute('role', 'timer')
  const offsets = (window.colony_clocks ||= new Map())
  let timer = 0
  const meet = () => {
    const key = model.now
    if (!offsets.has(key)) offsets.set(key, Date.now() / 1000 - model.now)
    return offsets.get(key)
  }
  const draw = () => {
    clearInterval(timer)
    const on = model.end > 0 || model.still >= 0
    face.hidden = !on
    if (!on) return
    const ahead = meet()
    const show = () => {
      const left = model.still >= 0 ? model.still : Math.max(0, model.end + ahead - Date.now() / 1000)
      const whole = Math.ceil(left - 0.05)
      const text = whole <= 0 ? model.words.up : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
      if (face.textContent !== text) face.textContent = text
      face.setAttribute('aria-label', model.words.label)
      face.classList.toggle('up', whole <= 0)
      face.classList.toggle('still', model.still >= 0)
    }
    show()
    if (model.still < 0) timer = setInterval(show, 200)
  }
  el.append(face)
  draw()
  for (const name of ['end', 'still', 'now']) model.on(name, draw)
  model.on('remove', () => clearInterval(timer))
}
