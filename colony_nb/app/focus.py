"""Keeps the keyboard's place: Bokeh draws a button anew when its words change, and focus would be lost."""

from __future__ import annotations

from typing import Any

_DEEP = """
const deep = () => {
  let e = document.activeElement
  while (e && e.shadowRoot && e.shadowRoot.activeElement) e = e.shadowRoot.activeElement
  return e
}
const lost = () => { const e = deep(); return !e || e === document.body || !e.isConnected }
"""

# from the first press on, a button that is drawn anew takes the focus back if it had it and nobody has it now
_KEEP = (
    _DEEP
    + """
const host = deep()?.getRootNode()?.host
if (host) {
  window.colony_focus = host
  if (!host.colony_kept) {
    host.colony_kept = new MutationObserver(() => {
      const made = host.shadowRoot.querySelector('button')
      if (window.colony_focus === host && made && lost()) made.focus()
    })
    host.colony_kept.observe(host.shadowRoot, {childList: true, subtree: true})
  }
}
"""
)

# a button that appears takes the focus if the one that had it is gone
_TAKE = (
    _DEEP
    + """
const find = (root) => {
  for (const e of root.querySelectorAll('*')) {
    if (e.classList.contains(NAME) && e.offsetParent !== null) return e.shadowRoot?.querySelector('button')
    const inner = e.shadowRoot && find(e.shadowRoot)
    if (inner) return inner
  }
}
let tries = 0
const take = () => {
  const e = deep()
  const idle = lost() || e.offsetParent === null
  const button = idle ? find(document) : null
  if (button) button.focus()
  else if (idle && tries++ < 30) requestAnimationFrame(take)
}
if (window.colony_focus) requestAnimationFrame(take)
"""
)


def keep(button: Any) -> None:
    """The button keeps the focus over a change of its words."""
    button.js_on_click(code=_KEEP)


def take(shown: Any, name: str) -> None:
    """When ``shown`` appears or goes, the visible button of class ``name`` takes a focus that was lost."""
    shown.early = True  # the page must see it appear
    shown.jscallback(visible=_TAKE.replace("NAME", repr(name)))
