// Asks for the page again every two seconds, and shows it anew when something happened and nobody is filling in a form.
const versionIn = (html) => /data-version="([^"]*)"/u.exec(html)?.[1]
const shown = versionIn(document.documentElement.outerHTML)

const firstChoice = (list) => list.querySelector('[selected]') ?? list.options[0]
const isTouched = (field) =>
  field === document.activeElement || field.value !== (field.defaultValue ?? firstChoice(field)?.value ?? '')
const isTyping = () =>
  [...document.querySelectorAll('input:not([type="hidden"]), textarea, select')].some(isTouched)

// What a pressed button did is on its way then: a reload would take its words away.
let isLeaving = false
addEventListener('submit', () => (isLeaving = true))
addEventListener('pageshow', () => (isLeaving = false))

const isBusy = () => document.hidden || isLeaving || isTyping()

// A button or a link that the keyboard is on, named by where it leads and what it sends: it may be elsewhere on the page that is loaded anew.
const FOCUSED = 'console-focus'
const nameOf = (control) =>
  control.form
    ? `${control.form.action} ${new URLSearchParams(new FormData(control.form))} ${control.textContent}`
    : control.href
function reload() {
  const focused = document.activeElement?.closest('main :is(a, button)')
  if (focused) sessionStorage.setItem(FOCUSED, nameOf(focused))
  location.reload()
}
const wanted = sessionStorage.getItem(FOCUSED)
sessionStorage.removeItem(FOCUSED)
if (wanted !== null)
  [...document.querySelectorAll('main :is(a, button)')]
    .find((control) => nameOf(control) === wanted)
    ?.focus({ preventScroll: true })

// A conversation is read from its end.
document.querySelector('.chat')?.scrollTo({ top: 1e6 })

async function reloadIfChanged() {
  if (isBusy()) return
  try {
    const response = await fetch(location.href)
    const version = versionIn(await response.text())
    if (response.ok && version !== undefined && version !== shown && !isBusy()) reload()
  } catch {
    // The server is away: ask again later.
  }
}
setInterval(() => void reloadIfChanged(), 2000)
