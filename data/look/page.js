// What the table does in the page itself: it notices when Python no longer answers, speaks what happened,
// tells the page's theme, keeps the round's code, and names for screen readers what Bokeh leaves unnamed.
const PAUSE = 1500       // ms from an answer to the next question
const PATIENCE = 3300    // ms without an answer until the banner; with PAUSE less than 5 s
const AGAIN = 8000       // ms between questions while there is no answer
const IDLE = 300000      // ms without a person after which nothing is asked: an empty room keeps no kernel alive
const KEPT = 'colony-code'
const HIDING = 'colony-hiding'

function* roots(root) {
  yield root
  for (const e of root.querySelectorAll('*')) if (e.shadowRoot) yield* roots(e.shadowRoot)
}

const set = (e, name, value) => { if (e.getAttribute(name) !== value) e.setAttribute(name, value) }

function name_all(root, labels) {
  const host = root.host
  for (const e of root.querySelectorAll('.bk-events')) e.tabIndex = -1
  for (const e of root.querySelectorAll('input[type=file]')) set(e, 'aria-label', labels.file)
  if (host && /Toggle|RadioButtonGroup/.test(host.className)) {
    for (const e of root.querySelectorAll('.bk-btn')) set(e, 'aria-pressed', String(e.classList.contains('bk-active')))
  }
  for (const e of root.querySelectorAll('.bk-btn svg, .bk-btn [class*=SVGIcon]')) set(e, 'aria-hidden', 'true')
  for (const e of root.querySelectorAll('input[type=checkbox]')) {
    const words = e.labels?.length ? '' : e.nextElementSibling?.textContent
    if (words) set(e, 'aria-label', words)
  }
  for (const e of root.querySelectorAll('.bk-spin-btn')) {
    set(e, 'aria-label', e.classList.contains('bk-spin-btn-up') ? labels.more : labels.less)
  }
  for (const e of root.querySelectorAll('.noUi-handle:not([aria-label])')) set(e, 'aria-label', labels.slider)
}

// what scrolls by itself can be reached by the keyboard
function open_scrollers(found, labels) {
  for (const e of found) {
    if (e.scrollHeight > e.clientHeight + 1 && getComputedStyle(e).overflowY === 'auto') {
      set(e, 'role', 'region')
      set(e, 'aria-label', labels.page)
      set(e, 'tabindex', '0')
    } else if (e.getRootNode().activeElement !== e) {
      for (const name of ['role', 'aria-label', 'tabindex']) e.removeAttribute(name)
    }
  }
}

// every shadow root of the table is looked at when it appears and when it changes
function follow(top, labels) {
  const seen = new WeakSet()
  const due = new Set()
  const scrollers = new Set()
  let timer = 0
  const work = () => {
    timer = 0
    for (const root of due) {
      for (const r of roots(root)) if (!seen.has(r)) watch(r)
      name_all(root, labels)
      for (const e of root.querySelectorAll('.sheet, .body')) scrollers.add(e)
    }
    due.clear()
    open_scrollers(scrollers, labels)
  }
  const later = (root) => { due.add(root); timer ||= setTimeout(work, 60) }
  const watcher = new MutationObserver((all) => { for (const m of all) later(m.target.getRootNode()) })
  const watch = (root) => {
    seen.add(root)
    watcher.observe(root, {childList: true, subtree: true, attributes: true, attributeFilter: ['class', 'style']})
    later(root)
  }
  for (const r of roots(top)) watch(r)
  return () => { watcher.disconnect(); clearTimeout(timer) }
}

function heartbeat(model, banner) {
  let timer = 0, answered = true, sent = 0, tick = performance.now(), person = Date.now(), ended = false
  const quiet = () => document.visibilityState !== 'visible' || Date.now() - person > IDLE
  const hide = () => { banner.hidden = true; banner.textContent = '' }
  const lost = () => {
    if (banner.hidden) { banner.hidden = false; banner.textContent = model.lost }
  }
  const ask = () => {
    sent = performance.now()
    try { model.send_msg({ping: true}) } catch (error) { lost() }
  }
  const step = () => {
    if (ended) return
    const now = performance.now()
    if (now - tick > 3 * PAUSE) sent += now - tick  // the page itself stood still
    tick = now
    if (quiet()) {
      answered = true
    } else if (answered) {
      answered = false
      ask()
      first = sent
    } else {
      if (now - first > PATIENCE) lost()
      if (now - sent > AGAIN) ask()
    }
    timer = setTimeout(step, answered ? PAUSE : Math.max(50, Math.min(1000, first + PATIENCE + 20 - now)))
  }
  let first = 0
  const come = () => {
    if (quiet()) { answered = true }
    person = Date.now()
  }
  const events = ['pointerdown', 'pointermove', 'keydown', 'visibilitychange']
  for (const e of events) document.addEventListener(e, come, {passive: true, capture: true})
  model.on('msg:custom', (data) => {
    if (!data.pong) return
    answered = true
    hide()
    clearTimeout(timer)
    if (!ended) timer = setTimeout(step, PAUSE)
    tick = performance.now()
  })
  timer = setTimeout(step, PAUSE)
  return () => {
    ended = true
    clearTimeout(timer)
    for (const e of events) document.removeEventListener(e, come, {capture: true})
  }
}

// two displays of one table in a page: only one speaks
function speak(model, box) {
  const {key, n, text} = model.speech
  if (!text || !box.isConnected) return
  const spoken = (window.colony_spoken ||= {})
  if ((spoken[key] ?? -1) >= n) return
  spoken[key] = n
  box.textContent = ''
  setTimeout(() => { box.textContent = text }, 80)
}

function lab_theme(model) {
  const read = () => document.body.dataset.jpThemeLight
  if (read() === undefined) return () => {}
  let last = null
  const tell = () => {
    const now = read()
    if (now !== last) { last = now; model.send_msg({dark: now === 'false'}) }
  }
  tell()
  const watcher = new MutationObserver(tell)
  watcher.observe(document.body, {attributes: true, attributeFilter: ['data-jp-theme-light']})
  return () => watcher.disconnect()
}

// a presentation hides the code of the notebook's cell that shows it; left, or gone, it gives the code back
function code(model, top) {
  const cell = top.host.closest?.('.jp-CodeCell')
  if (!cell) return () => {}
  if (!document.getElementById(HIDING)) {
    const style = document.createElement('style')
    style.id = HIDING
    style.textContent = '.jp-CodeCell.colony-present > .jp-Cell-inputWrapper { display: none; }'
    document.head.append(style)
  }
  const turn = () => cell.classList.toggle('colony-present', model.present)
  turn()
  model.on('present', turn)
  return () => cell.classList.remove('colony-present')
}

// Panel's page does not tell a phone that it fits its width
function fit() {
  if (document.querySelector('meta[name=viewport]')) return
  const meta = document.createElement('meta')
  meta.name = 'viewport'
  meta.content = 'width=device-width, initial-scale=1'
  document.head.append(meta)
}

// a rule's name leads to the rule's text; a keyboard's place goes along
function rules(model, top) {
  const list = () => {
    for (const root of roots(top)) {
      const e = root.querySelector('.cnb-rule')
      if (e && e.offsetParent !== null) return e.shadowRoot?.querySelector('select')
    }
  }
  const click = (event) => {
    const hit = event.composedPath()[0]?.closest?.('[data-rule]')
    if (!hit) return
    model.send_msg({rule: hit.dataset.rule})
    let tries = 0
    const go = () => { const e = list(); if (e) e.focus(); else if (tries++ < 90) requestAnimationFrame(go) }
    if (event.detail === 0) requestAnimationFrame(go)
  }
  top.addEventListener('click', click)
  return () => top.removeEventListener('click', click)
}

// a word that leads to its entry in the history (those inside a page of the history see to themselves, linked.js)
function entries(model, top) {
  const head = () => {
    for (const root of roots(top)) {
      const e = root.querySelector('.cnb-reader')
      if (e && e.offsetParent !== null) return e.shadowRoot?.querySelector('[tabindex="-1"]')
    }
  }
  const click = (event) => {
    const hit = event.composedPath()[0]?.closest?.('[data-ref]')
    if (!hit || hit.closest('.linked')) return
    event.preventDefault()
    model.send_msg({ref: hit.dataset.ref})
    let tries = 0
    const go = () => { const e = head(); if (e) e.focus(); else if (tries++ < 90) requestAnimationFrame(go) }
    if (event.detail === 0) requestAnimationFrame(go)
  }
  top.addEventListener('click', click)
  return () => top.removeEventListener('click', click)
}

// a line of the journal leads to the board at its moment; drawn anew, the line keeps the keyboard's place
function moments(model, top) {
  const same = (line, n) => {
    for (const root of roots(top)) for (const e of root.querySelectorAll(`[data-moment="${n}"]`)) {
      if (e.offsetParent !== null && e.textContent === line) return e
    }
  }
  const click = (event) => {
    const hit = event.composedPath()[0]?.closest?.('[data-moment]')
    if (!hit) return
    const n = Number(hit.dataset.moment), line = hit.textContent
    model.send_msg({moment: n})
    let tries = 0
    const go = () => {
      if (!hit.isConnected) same(line, n)?.focus()
      else if (tries++ < 90) requestAnimationFrame(go)
    }
    requestAnimationFrame(go)
  }
  // the slider's library goes with End to where the end was when the slider was made
  const end = (event) => {
    if (event.key !== 'End' || !event.composedPath().some((e) => e.classList?.contains('cnb-slider'))) return
    event.preventDefault()
    event.stopPropagation()
    model.send_msg({moment: Number.MAX_SAFE_INTEGER})
  }
  top.addEventListener('click', click)
  top.addEventListener('keydown', end, true)
  return () => { top.removeEventListener('click', click); top.removeEventListener('keydown', end, true) }
}

// a tab's own memory: it lives through a reload and is seen by no other tab
function remember(model) {
  const get = () => { try { return sessionStorage.getItem(KEPT) || '' } catch { return '' } }
  const put = () => { if (model.code) try { sessionStorage.setItem(KEPT, model.code) } catch {} }
  if (!model.keeps) return
  if (get()) model.send_msg({kept: get()})
  model.on('code', put)
}

export function render({ model, el }) {
  const box = document.createElement('div')
  box.className = 'vh said'
  box.setAttribute('role', 'log')
  box.setAttribute('aria-live', 'polite')
  box.setAttribute('aria-label', model.labels.said)
  const banner = document.createElement('div')
  banner.className = 'banner'
  banner.setAttribute('role', 'alert')
  banner.hidden = true
  const both = document.createElement('div')
  both.append(banner, box)
  const ends = []
  const begin = () => {
    const own = el.getRootNode().host  // this component
    const top = own?.getRootNode()     // the table's own shadow root
    if (!top?.host || ends.length) return
    const alone = !document.querySelector('main, [role=main]')
    top.host.setAttribute('role', alone ? 'main' : 'region')
    top.host.setAttribute('aria-label', model.labels.table)
    if (model.keeps) fit()
    ends.push(code(model, top), follow(top, model.labels), heartbeat(model, banner), lab_theme(model), rules(model, top), entries(model, top), moments(model, top))
    remember(model)
    model.on('speech', () => speak(model, box))
    speak(model, box)
  }
  model.on('after_render', begin)
  setTimeout(begin, 300)
  model.on('remove', () => { for (const end of ends) end() })
  return both
}
