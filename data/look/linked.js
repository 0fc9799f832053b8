// HTML whose links and buttons reach Python: data-ref is sent, data-to leads to the part of the same text that
// carries data-part. After a use the new text's heading takes the focus, so that a keyboard or a screen reader goes
// on from there.
const deep = () => {
  let e = document.activeElement
  while (e && e.shadowRoot && e.shadowRoot.activeElement) e = e.shadowRoot.activeElement
  return e
}
const lost = (e) => !e || e === document.body || !e.isConnected || e.offsetParent === null

export function render({model}) {
  const box = document.createElement('div')
  box.className = 'linked'
  let used = false
  const head = () => box.querySelector('[tabindex="-1"]')
  const up = (e) => e.parentNode ?? e.host ?? null
  const top = () => {
    for (let e = box; e; e = up(e)) {
      if (e.classList?.contains('scrolls') && e.scrollHeight > e.clientHeight + 1) e.scrollTop = 0
    }
  }
  const draw = () => {
    box.innerHTML = model.object
    if (used) { used = false; top(); head()?.focus() }
  }
  box.addEventListener('click', (e) => {
    const hit = e.target.closest('[data-ref],[data-to]')
    if (!hit) return
    e.preventDefault()
    if (hit.dataset.to) {
      const part = box.querySelector(`[data-part="${CSS.escape(hit.dataset.to)}"]`)
      part?.scrollIntoView({block: 'nearest'})
      part?.focus()
    } else {
      used = true
      model.send_msg(hit.dataset.ref)
    }
  })
  let tries = 0
  const take = () => {
    if (!lost(deep())) return
    const made = head()
    if (made && made.offsetParent !== null) made.focus({preventScroll: true})
    else if (tries++ < 30) requestAnimationFrame(take)
  }
  // on a narrow screen the page itself scrolls
  const start = () => { if (box.isConnected && box.getBoundingClientRect().top < 0) box.scrollIntoView({block: 'start'}) }
  model.on('shown', () => { tries = 0; top(); requestAnimationFrame(start); requestAnimationFrame(take) })
  model.on('object', draw)
  draw()
  return box
}
