// A team's device in class mode. All words come from the server and are put in as text, never as markup.
(() => {
  'use strict'
  const {mode, words: W} = JSON.parse(document.getElementById('data').textContent)
  const app = document.getElementById('app')
  const PING = 15000, DEAF = 40000
  const fill = (text, values = {}) => text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? '')
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b)
  const clean = (code) => code.toUpperCase().replace(/[^A-Z0-9]/g, '')

  // what this tab remembers through a reload, and what the browser remembers after the tab was closed
  const keep = (store, key, value) => { try { value === null ? store.removeItem(key) : store.setItem(key, value) } catch { /* private mode */ } }
  const kept = (store, key) => { try { return store.getItem(key) } catch { return null } }
  const PLACE = 'colony-place'
  const read = (store) => { try { return JSON.parse(kept(store, PLACE)) } catch { return null } }

  const h = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag)
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith('on')) made.addEventListener(key.slice(2), value)
      else if (key === 'class') made.className = value
      else if (value === true) made.setAttribute(key, '')
      else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value)
    }
    made.append(...children.filter((child) => child !== null && child !== undefined && child !== ''))
    return made
  }
  const disc = (team) => {
    const mark = h('span', {class: 'disc', 'aria-hidden': 'true'}, team.letter)
    mark.style.backgroundColor = team.colour
    return mark
  }
  const input = (label, attributes) => {
    const field = h('input', attributes)
    return {field, box: h('label', {class: 'field'}, h('span', {}, label), field)}
  }

  // ------------------------------------------------------------ the connection
  let socket = null, tries = 0, timer = 0, heard = 0, ended = false
  const asked = clean(location.hash.slice(1))
  let place = mode === 'join' ? read(sessionStorage) : null   // {code, token}
  if (place && asked && asked !== place.code) place = null     // another room's address
  let code = place ? '' : asked
  let screen = place ? 'wait' : 'code'      // code, teams, play, wait, closed
  let lobby = null, state = null, problem = '', online = false
  let waiting = null                        // an answer that has not been confirmed
  let drafts = {key: '', value: undefined, opened: false, filter: ''}
  let picture = null, wanted = '', leaving = false

  const send = (message) => {
    if (socket && socket.readyState === WebSocket.OPEN) { socket.send(JSON.stringify(message)); return true }
    return false
  }
  const connect = () => {
    clearTimeout(timer)
    if (ended || (socket && socket.readyState < 2)) return
    const mine = socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/device/socket`)
    mine.onopen = () => {
      tries = 0; online = true; heard = Date.now()
      if (place) send({do: 'back', room: place.code, token: place.token})
      else if (code && screen !== 'code') { send({do: 'enter', room: code}); if (screen === 'watch') send({do: 'look'}) }
      else if (code && screen === 'code') submit()
      draw()
    }
    mine.onmessage = (event) => { if (mine === socket) { heard = Date.now(); hear(JSON.parse(event.data)) } }
    mine.onclose = () => { if (mine === socket) lost() }
  }
  // the old connection is not waited for: it may never find out that it is dead
  const lost = () => {
    const old = socket
    socket = null; online = false; wanted = picture ? picture.key : ''
    if (waiting) waiting.sent = false
    if (old) old.close()
    clearTimeout(timer)
    timer = setTimeout(connect, Math.min(4000, 300 * 2 ** tries++))
    draw()
  }
  const again = () => {
    if (socket && Date.now() - heard > DEAF) lost()
    if (!socket) { tries = 0; connect() }
  }
  setInterval(() => { if (Date.now() - heard > DEAF) again(); else send({do: 'ping'}) }, PING)
  addEventListener('online', again)
  addEventListener('offline', lost)
  document.addEventListener('visibilitychange', () => { if (!document.hidden) { send({do: 'ping'}); again() } })
  addEventListener('hashchange', () => { if (!place) { code = clean(location.hash.slice(1)); screen = 'code'; draw(); if (code) submit() } })

  // a small screen shows what is public in its own way, a large one as the projector does
  const watch = () => { if (innerWidth < 900) { place = null; send({do: 'look'}) } else send({do: 'watch'}) }
  const submit = () => { problem = ''; send({do: 'enter', room: code}) }
  const remember = (found) => {
    place = found
    keep(sessionStorage, PLACE, found && JSON.stringify(found))
    keep(localStorage, PLACE, found && JSON.stringify(found))
  }
  const forget = (gone) => {
    const other = read(localStorage)
    if (other && gone && other.token === gone.token) keep(localStorage, PLACE, null)
    keep(sessionStorage, PLACE, null)
    place = null; state = null; waiting = null
  }
  const hear = (message) => {
    switch (message.kind) {
      case 'teams':
        lobby = message; code = message.code
        if (screen === 'watch') return
        if (mode === 'watch') { watch(); return }
        screen = 'teams'; problem = ''
        break
      case 'token':
        remember({code: message.code, token: message.token})
        return
      case 'go':
        location.href = '/' + message.to
        return
      case 'state':
        state = message; screen = 'play'
        follow(message)
        if (waiting) {
          const ask = state.ask
          if (!ask || ask.n !== waiting.n || ask.kind !== waiting.question) waiting = null
          else if (!waiting.sent) { waiting.sent = send({do: 'answer', ...waiting.message}); return }
        }
        break
      case 'watching':
        state = message; screen = 'watch'; problem = ''
        follow(message)
        break
      case 'board':
        if (picture) URL.revokeObjectURL(picture.url)
        picture = {key: message.key, words: message.words, url: URL.createObjectURL(new Blob([message.svg], {type: 'image/svg+xml'}))}
        break
      case 'refused':
        problem = message.sentence
        waiting = null
        if (message.code === 'unknown') { code = place ? place.code : code; forget(place); screen = 'code' }
        break
      case 'out': case 'left':
        problem = message.sentence || ''
        code = place ? place.code : code
        forget(place); screen = 'code'; leaving = false
        break
      case 'closed':
        forget(place); screen = 'closed'; ended = true
        if (socket) socket.close()
        break
      case 'pong': return
    }
    draw()
  }

  // ------------------------------------------------------------ drawing: parts are made anew only when they change
  const parts = new Map()
  const part = (name, data, make) => {
    const old = parts.get(name)
    const key = JSON.stringify(data)
    if (old && old.key === key && old.element.isConnected) return old.element
    const element = make(data) || h('div', {hidden: true})
    element.dataset.part = name
    if (old && old.element.isConnected) {
      const focused = document.activeElement && old.element.contains(document.activeElement) && document.activeElement.dataset.focus
      old.element.replaceWith(element)
      if (focused) element.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({preventScroll: true})
    }
    parts.set(name, {key, element})
    return element
  }
  const place_all = (elements) => {
    for (const child of [...app.children]) if (!elements.includes(child)) child.remove()
    elements.forEach((element, at) => { if (app.children[at] !== element) app.insertBefore(element, app.children[at] || null) })
  }
  const clock = h('div', {class: 'line clock', role: 'timer', hidden: true})
  let ends = null
  const follow = (s) => { ends = s.left === null || s.left === undefined ? null : {at: Date.now() + 1000 * s.left, left: s.left, runs: s.runs} }
  const tick = () => {
    clock.hidden = !ends || !['play', 'watch'].includes(screen)
    if (clock.hidden) return
    const left = ends.runs ? Math.max(0, Math.round((ends.at - Date.now()) / 1000)) : ends.left
    const text = left ? fill(W.left, {time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`}) : W.up
    if (clock.textContent !== text) clock.textContent = text
  }
  setInterval(tick, 300)
  const draw = () => {
    const status = part('status', [online, screen], () => online || screen === 'closed' ? h('div', {hidden: true})
      : h('div', {class: 'line off', role: 'status'}, W.offline))
    const bad = part('problem', [problem], () => problem ? h('div', {class: 'line bad', role: 'alert'}, problem) : h('div', {hidden: true}))
    const build = {code: drawCode, teams: drawTeams, play: drawPlay, watch: drawWatch, wait: () => [], closed: drawClosed}[screen]
    const [head, ...rest] = build()
    place_all([head, clock, status, bad, ...rest].filter(Boolean))
    tick()
    if (state && state.board && (screen === 'play' || screen === 'watch') && wantsBoard() && wanted !== state.board && send({do: 'board'})) wanted = state.board
  }
  const drawClosed = () => [part('closed', [], () => h('main', {class: 'card', role: 'status'}, h('p', {}, W.closed), h('a', {href: '/join', class: 'btn', onclick: () => location.reload()}, W.join_head)))]

  const drawCode = () => {
    const before = mode === 'join' ? read(localStorage) : null
    return [part('head', ['code', mode], () => h('header', {class: 'top'}, h('div', {class: 'who'}, W.title))),
      part('code', [mode, before && before.code], () => {
        const {field, box} = input(W.code, {class: 'key', maxlength: 12, autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', value: code, 'data-focus': 'code', 'aria-describedby': 'hint'})
        return h('main', {class: 'card'},
          h('h1', {}, mode === 'watch' ? W.watch_head : W.join_head),
          h('p', {class: 'mut', id: 'hint'}, W.code_hint),
          h('form', {onsubmit: (event) => { event.preventDefault(); code = clean(field.value); submit(); draw() }},
            box, h('button', {class: 'btn main', 'data-focus': 'go'}, W.go)),
          before ? h('p', {}, h('button', {class: 'btn quiet', onclick: () => { remember(before); screen = 'wait'; send({do: 'back', room: before.code, token: before.token}); draw() }}, fill(W.room, {code: before.code}) + ': ' + W.go)) : '',
          h('p', {}, h('a', {href: mode === 'watch' ? '/join' : '/watch', class: 'btn quiet'}, mode === 'watch' ? W.to_join : W.to_watch)),
          h('p', {class: 'mut'}, W.purpose), h('p', {class: 'mut'}, W.privacy))
      })]
  }

  let picked = null
  const drawTeams = () => {
    const free = lobby.teams.some((team) => team.free)
    return [part('head', ['teams', lobby.code], () => h('header', {class: 'top'}, h('div', {class: 'who'}, W.title), h('div', {class: 'code'}, fill(W.room, {code: lobby.code})))),
      part('teams', [lobby.teams, picked], () => h('main', {class: 'card'},
        h('h1', {}, W.teams_head),
        free ? '' : h('p', {}, W.no_free),
        h('div', {class: 'opts'}, ...lobby.teams.map((team) => teamRow(team))),
        h('p', {}, h('button', {class: 'btn quiet', 'data-focus': 'watch', onclick: watch}, W.to_watch))))]
  }
  const teamRow = (team) => {
    const note = team.computer ? W.computer : team.free ? W.free : W.taken
    const take = (number) => { problem = ''; send({do: 'take', seat: team.seat, number}) }
    const row = h('button', {class: 'btn team', 'data-focus': `team${team.seat}`, disabled: team.computer,
      onclick: () => { if (team.free) take(''); else { picked = team.seat; draw() } }},
      disc(team), h('span', {}, team.name, h('small', {class: 'mut'}, note)))
    if (picked !== team.seat || team.free) return row
    const {field, box} = input(W.number, {inputmode: 'numeric', maxlength: 8, autocomplete: 'off', 'data-focus': 'number'})
    setTimeout(() => field.focus())
    return h('form', {class: 'card', onsubmit: (event) => { event.preventDefault(); take(field.value || ' ') }},
      row, box, h('button', {class: 'btn main'}, W.number_go))
  }

  // ------------------------------------------------------------ the game
  const drawPlay = () => {
    const s = state
    const out = [part('head', [s.team.name, s.team.colour, s.code], () => h('header', {class: 'top'}, disc(s.team), h('div', {class: 'who'}, s.team.name), h('div', {class: 'code'}, fill(W.room, {code: s.code}))))]
    if (s.purse) out.push(part('purse', [s.head, s.purse], () => h('section', {class: 'card'}, h('p', {class: 'mut'}, s.head),
      h('ul', {class: 'purse', 'aria-label': W.purse}, ...s.purse.map(([label, value]) => h('li', {}, h('span', {}, label), h('b', {}, value)))))))
    if (s.discuss) out.push(part('discuss', s.discuss, () => h('section', {class: 'card'}, h('h2', {}, W.discuss), h('p', {class: 'read'}, s.discuss))))
    if (!s.begun) out.push(...drawLobby(s))
    else out.push(...drawGame(s))
    out.push(part('team', [s.role, s.number, s.asked, s.asks, leaving], () => drawTeam(s)))
    return out
  }
  const drawWatch = () => {
    const s = state
    const out = [part('head', ['watch', s.code], () => h('header', {class: 'top'}, h('div', {class: 'who'}, W.title), h('div', {class: 'code'}, fill(W.room, {code: s.code}))))]
    if (s.discuss) out.push(part('discuss', s.discuss, () => h('section', {class: 'card'}, h('h2', {}, W.discuss), h('p', {class: 'read'}, s.discuss))))
    if (!s.begun) out.push(part('lobby', s.teams, () => h('main', {class: 'card'}, h('p', {role: 'status'}, W.not_begun), h('ul', {class: 'rows'}, ...s.teams.map((team) => h('li', {}, disc(team), h('span', {}, team.name)))))))
    else {
      if (s.powers) out.push(part('powers', [s.head, s.powers], () => h('section', {class: 'card'}, h('p', {class: 'mut'}, s.head),
        h('ul', {class: 'rows'}, ...s.powers.map((power) => h('li', {}, mark(power.seat), h('div', {}, h('b', {}, power.name), h('ul', {class: 'purse small'}, ...power.purse.map(([label, value]) => h('li', {}, h('span', {}, label), h('b', {}, value)))))))))))
      out.push(...drawGame(s))
    }
    return out
  }
  const drawLobby = (s) => [
    part('lobby', [s.role === 'speaker', s.teams], () => h('main', {class: 'card'}, h('p', {role: 'status'}, W.lobby),
      s.role === 'speaker' ? nameForm(s) : '', h('p', {class: 'mut'}, W.purpose)))]
  const nameForm = (s) => {
    const {field, box} = input(W.name, {maxlength: 24, value: s.team.name, autocomplete: 'off', 'data-focus': 'name'})
    return h('form', {onsubmit: (event) => { event.preventDefault(); problem = ''; send({do: 'name', name: field.value}); draw() }},
      box, h('button', {class: 'btn', 'data-focus': 'name-go'}, W.name_go))
  }
  const drawTeam = (s) => h('section', {class: 'card'},
    s.role === 'helper' ? h('p', {}, W.helper) : '',
    s.role === 'helper' ? (s.asked ? h('p', {role: 'status'}, W.asked) : h('button', {class: 'btn quiet', 'data-focus': 'over', onclick: () => send({do: 'ask_over'})}, W.ask_over)) : '',
    s.asks ? h('p', {role: 'status'}, W.other_asks) : '',
    s.number ? h('p', {}, h('b', {}, fill(W.number_is, {number: s.number})), ' ', h('span', {class: 'mut'}, W.number_why)) : '',
    leaving ? h('div', {}, h('p', {role: 'alert'}, W.leave_sure), h('div', {class: 'pair'},
      h('button', {class: 'btn quiet', onclick: () => send({do: 'leave'})}, W.leave),
      h('button', {class: 'btn quiet', onclick: () => { leaving = false; draw() }}, W.stay)))
      : h('button', {class: 'btn quiet', 'data-focus': 'leave', onclick: () => { leaving = true; draw() }}, W.leave))

  const drawGame = (s) => {
    const out = []
    if (s.silence) out.push(part('silence', [], () => h('section', {class: 'card quiet-card', role: 'status'}, h('h2', {}, W.silence_head), h('p', {class: 'read'}, W.pause_silence))))
    else if (s.over) out.push(part('now', ['over'], () => h('section', {class: 'card', role: 'status'}, h('p', {class: 'read'}, W.over))))
    else if (s.pause) out.push(part('now', [s.pause, s.read], () => h('section', {class: 'card'}, h('p', {role: 'status'}, s.pause), ...reading(s.read || []))))
    else if (s.ask) out.push(...drawAsk(s))
    else out.push(part('now', [s.sent, s.waiting], () => h('section', {class: 'card', role: 'status'},
      s.sent ? h('p', {}, h('b', {}, s.sent)) : '', h('p', {}, s.waiting || W.sent_wait))))
    if (s.results && s.results.length) out.push(part('results', s.results, () => h('section', {class: 'card'}, h('h2', {}, W.results),
      ...s.results.flatMap((result) => [h('ul', {class: 'rows'}, ...result.rows.map((row) => h('li', {}, row.seat === null ? '' : mark(row.seat),
        h('div', {}, row.name ? h('b', {}, row.name + ': ') : '', row.label)))),
      result.follows.length ? h('div', {}, h('h2', {}, W.consequences), h('ul', {class: 'plain'}, ...result.follows.map((line) => h('li', {}, line)))) : '']))))
    const lands = s.ask && Object.keys(s.ask.countries).length
    if (s.board) out.splice(lands ? 0 : out.length, 0, part('board', [picture && picture.key], () => drawBoard()))
    if (s.told && s.told.length) out.push(part('told', s.told, () => h('details', {class: 'card', ...open('told')}, h('summary', {}, W.happened), h('ul', {class: 'plain'}, ...s.told.map((line) => h('li', {}, line))))))
    return out
  }
  const COLOURS = [['P', '#009E73'], ['N', '#E69F00'], ['F', '#56B4E9'], ['B', '#CC79A7'], ['S', '#D55E00'], ['D', '#F0E442']]
  const mark = (seat) => disc({letter: COLOURS[seat][0], colour: COLOURS[seat][1]})
  const reading = (lines) => lines.filter(Boolean).map((line, at) => at ? h('p', {class: 'read'}, line) : h('h2', {}, line))

  const unfolded = new Set()
  const open = (name) => ({open: unfolded.has(name), ontoggle: (event) => { event.target.open ? unfolded.add(name) : unfolded.delete(name); draw() }})
  const wantsBoard = () => unfolded.has('board')
  const drawBoard = () => h('details', {class: 'card', ...open('board')}, h('summary', {}, W.board),
    picture ? h('img', {class: 'board', src: picture.url, alt: picture.words}) : h('p', {class: 'mut'}, W.board_wait))

  // ------------------------------------------------------------ the question
  const drawAsk = (s) => {
    const ask = s.ask, key = `${ask.n} ${ask.kind}`, may = s.role === 'speaker'
    if (drafts.key !== key) {
      drafts = {key, value: undefined, opened: !ask.note, filter: '', cards: []}
      problem = ''
      if (ask.countries && Object.keys(ask.countries).length) unfolded.add('board')
    }
    if (!drafts.opened) return [part('now', ['note', key], () => h('section', {class: 'card gate'}, h('h2', {}, W.note_head), h('p', {class: 'read'}, ask.note),
      h('button', {class: 'btn', 'data-focus': 'note', onclick: () => { drafts.opened = true; draw() }}, W.note_go)))]
    const out = [part('now', ['ask', ask, may, drafts.filter], () => h('section', {class: 'card', 'data-ask': key},
      ...(ask.read.length ? reading(ask.read) : [h('h2', {}, W.ask_head)]),
      ...ask.private.map((line, at) => h('p', {class: at ? 'read' : 'mut'}, line)),
      h('p', {id: 'prompt'}, ask.prompt), ask.secret ? h('p', {class: 'mut'}, W.secret) : '',
      controls(ask),
      ask.tally.length ? h('div', {role: 'status'}, h('p', {class: 'mut'}, W.tally_head), h('ul', {class: 'plain'}, ...ask.tally.map((line) => h('li', {}, line)))) : ''))]
    const chosen = drafts.value
    out.push(part('send', [key, chosen, !!waiting, online, may], () => h('div', {class: 'send'},
      h('button', {class: `btn ${may ? 'main' : 'vote'}${chosen === undefined || waiting ? ' idle' : ''}`, 'data-focus': 'send', onclick: () => may ? answer(s) : vote(s)},
        waiting ? W.sending : chosen === undefined ? W.send_none : fill(may ? W.send : W.vote, {option: labelOf(ask, chosen)})))))
    return out
  }
  const everyOption = (ask) => ask.stop ? [...ask.options, ask.stop] : ask.options
  const labelOf = (ask, value) => everyOption(ask).find((option) => same(option.value, value))?.label ?? ''
  const answer = (s) => {
    if (drafts.value === undefined || waiting) return
    const message = {n: s.ask.n, seat: s.team.seat, question: s.ask.kind, option: drafts.value}
    waiting = {n: s.ask.n, question: s.ask.kind, message, sent: false}
    problem = ''
    waiting.sent = send({do: 'answer', ...message})
    draw()
  }
  const vote = (s) => { if (drafts.value !== undefined) send({do: 'vote', n: s.ask.n, question: s.ask.kind, option: drafts.value}) }
  const choose = (value, box) => {
    drafts.value = value
    if (box) for (const one of box.querySelectorAll('[role=radio]')) {
      const on = same(JSON.parse(one.dataset.value), value)
      one.setAttribute('aria-checked', String(on)); one.tabIndex = on ? 0 : -1
    }
    draw()
  }
  const controls = (ask) => ask.mode === 'number' ? numbers(ask) : ask.mode === 'cards' ? cards(ask) : list(ask)

  const list = (ask) => {
    const all = everyOption(ask)
    const letters = Object.keys(ask.countries)
    const filtered = ask.mode === 'list' && all.length > 10 && letters.length > 1
    const shown = filtered && drafts.filter ? all.filter((option) => option.countries.includes(drafts.filter) || option === ask.stop) : all
    const box = h('div', {class: `opts${shown.length > 6 && shown.every((option) => option.label.length < 14) ? ' short' : ''}`, role: 'radiogroup', 'aria-labelledby': 'prompt'})
    shown.forEach((option, at) => {
      const on = same(option.value, drafts.value)
      box.append(h('button', {class: 'opt', type: 'button', role: 'radio', 'aria-checked': String(on), tabindex: on || (drafts.value === undefined && !at) ? 0 : -1,
        'data-value': JSON.stringify(option.value), 'data-focus': `option${JSON.stringify(option.value)}`, onclick: () => choose(option.value, box)}, h('span', {}, option.label)))
    })
    box.addEventListener('keydown', (event) => {
      const by = {ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1}[event.key]
      if (!by) return
      event.preventDefault()
      const rows = [...box.children], at = rows.indexOf(document.activeElement)
      const next = rows[(at + by + rows.length) % rows.length]
      next.focus(); next.click()
    })
    if (!filtered) return box
    const select = h('select', {'data-focus': 'filter', onchange: (event) => { drafts.filter = event.target.value; draw() }},
      h('option', {value: ''}, W.all_countries), ...letters.map((letter) => h('option', {value: letter, selected: letter === drafts.filter}, `${ask.countries[letter]} (${letter})`)))
    return h('div', {}, h('label', {class: 'field'}, h('span', {}, W.filter), select), box)
  }
  const numbers = (ask) => {
    const values = ask.options.map((option) => option.value), low = values[0], high = values[values.length - 1]
    if (drafts.value === undefined) setTimeout(() => set(low))
    const field = h('input', {type: 'number', inputmode: 'numeric', min: low, max: high, value: drafts.value ?? low, 'aria-labelledby': 'prompt', 'data-focus': 'number-in'})
    const set = (value) => { const n = Math.max(low, Math.min(high, Math.round(value))); if (!Number.isNaN(n)) { if (+field.value !== n) field.value = n; choose(n) } }
    field.addEventListener('change', () => set(+field.value))
    field.addEventListener('input', () => { const n = +field.value; if (field.value !== '' && Number.isInteger(n) && n >= low && n <= high) choose(n) })
    return h('div', {class: 'num'},
      h('button', {class: 'btn', type: 'button', 'aria-label': W.minus, 'data-focus': 'minus', onclick: () => set((drafts.value ?? low) - 1)}, '−'), field,
      h('button', {class: 'btn', type: 'button', 'aria-label': W.plus, 'data-focus': 'plus', onclick: () => set((drafts.value ?? low) + 1)}, '+'))
  }
  const cards = (ask) => {
    const sets = ask.options.map((option) => option.value)
    const fits = (chosen) => sets.some((one) => chosen.every((card) => one.includes(card)))
    const box = h('div', {class: 'opts', role: 'group', 'aria-labelledby': 'prompt'})
    const settle = () => {
      const sorted = [...drafts.cards].sort((a, b) => a - b)
      drafts.value = sets.find((one) => same(one, sorted))
      for (const one of box.children) one.setAttribute('aria-pressed', String(one.dataset.card === 'none' ? drafts.none : drafts.cards.includes(+one.dataset.card)))
      if (!drafts.none && !sorted.length) drafts.value = undefined
      draw()
    }
    const toggle = (card) => {
      drafts.none = false
      let chosen = drafts.cards.filter((one) => one !== card)
      if (chosen.length === drafts.cards.length) {
        while (chosen.length && !fits([...chosen, card])) chosen = chosen.slice(1)
        if (fits([...chosen, card])) chosen = [...chosen, card]
      }
      drafts.cards = chosen
      settle()
    }
    for (const card of ask.cards) box.append(h('button', {class: 'opt many', type: 'button', 'aria-pressed': String(drafts.cards.includes(card.card)), 'data-card': card.card, 'data-focus': `card${card.card}`,
      onclick: () => toggle(card.card)}, h('span', {}, `${card.card} ${card.label}`), h('small', {}, card.note)))
    if (sets.some((one) => !one.length)) box.append(h('button', {class: 'opt many', type: 'button', 'aria-pressed': 'false', 'data-card': 'none', 'data-focus': 'card-none',
      onclick: () => { drafts.cards = []; drafts.none = true; settle() }}, h('span', {}, W.cards_none)))
    return h('div', {}, h('p', {class: 'mut'}, fill(W.cards_most, {count: ask.most})), box)
  }

  draw()
  connect()
})()
