import { type Finding, judge } from './finding.ts'

type Entry = Readonly<Record<string, unknown>>

export interface Picture {
  src: string
  sizes: string
  type: string
  purpose: string
}

const colour = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/iu
/** From https://github.com/w3c/manifest/wiki/Categories: those that app stores know. */
const knownCategories = new Set(
  (
    'books business education entertainment finance fitness food games government health kids lifestyle magazines ' +
    'medical music navigation news personalization photo politics productivity security shopping social sports ' +
    'travel utilities weather'
  ).split(' '),
)

const displays = new Set('fullscreen standalone minimal-ui browser window-controls-overlay tabbed'.split(' '))
const clientModes = new Set('auto focus-existing navigate-existing navigate-new'.split(' '))

const isEntry = (it: unknown): it is Entry => typeof it === 'object' && it !== null && !Array.isArray(it)
const entries = (it: unknown): Entry[] => (Array.isArray(it) ? it.filter(isEntry) : [])
const list = (it: unknown): string[] => (it === undefined ? [] : [it].flat().map((one) => text(one)))
const text = (it: unknown): string => (typeof it === 'string' ? it.trim() : '')

/** Checks a manifest without trusting any of its types. */
export function judgeManifest(given: unknown, address: string): Finding[] {
  const manifest: Entry = isEntry(given) ? given : {}
  return [
    ...names(manifest),
    ...addresses(manifest, address),
    ...looks(manifest),
    ...pictureRules(manifest),
    ...entryPoints(manifest, address),
  ]
}

/** The manifest's pictures, including those of its shortcuts, without duplicates. */
export function picturesOf(given: unknown): Picture[] {
  const manifest: Entry = isEntry(given) ? given : {}
  const all = [
    ...pictures(manifest['icons']),
    ...pictures(manifest['screenshots']),
    ...entries(manifest['shortcuts']).flatMap((shortcut) => pictures(shortcut['icons'])),
  ]
  return [...new Map(all.map((picture) => [`${picture.src} ${picture.sizes}`, picture])).values()]
}

export function shortcutsOf(manifest: unknown): { name: string; url: string }[] {
  return entries(isEntry(manifest) ? manifest['shortcuts'] : []).map(({ name, url }) => ({
    name: text(name),
    url: text(url),
  }))
}

/** Where a shared picture is posted, if the manifest accepts pictures. */
export function shareTargetOf(manifest: unknown): { action: string; field: string } | undefined {
  const target = isEntry(manifest) ? manifest['share_target'] : undefined
  if (!isEntry(target) || !isEntry(target['params'])) return undefined
  const takesPictures = ({ accept }: Entry) =>
    [accept].flat().some((type) => /^(?:image\/|\*\/\*)/u.test(text(type)))
  const file = entries([target['params']['files']].flat()).find((one) => takesPictures(one))
  const isForm = text(target['method']) === 'POST' && text(target['enctype']) === 'multipart/form-data'
  return file && isForm ? { action: text(target['action']), field: text(file['name']) } : undefined
}

/** Where a link of this app's own protocol opens, without the link itself. */
export function protocolsOf(manifest: unknown): { protocol: string; url: string }[] {
  return entries(isEntry(manifest) ? manifest['protocol_handlers'] : []).map(({ protocol, url }) => ({
    protocol: text(protocol),
    url: text(url),
  }))
}

function names(manifest: Entry): Finding[] {
  const [name, short] = [text(manifest['name']), text(manifest['short_name'])]
  const lang = text(manifest['lang'])
  const categories = list(manifest['categories'])
  return [
    judge('name', name.length > 0 && name.length <= 45, name, 'Give the app a name of at most 45 letters.'),
    judge('short_name', short.length > 0 && short.length <= 12, short, 'Home screens show about 12 letters.'),
    judge(
      'description',
      text(manifest['description']).length > 0,
      manifest['description'],
      'Say in a sentence what it is.',
    ),
    judge('lang', isLanguage(lang), lang, 'Name the language of the texts, such as th.'),
    judge(
      'dir',
      ['ltr', 'rtl', 'auto'].includes(text(manifest['dir'])),
      manifest['dir'],
      'Set ltr, rtl or auto.',
    ),
    judge(
      'categories',
      categories.length > 0 && categories.every((one) => knownCategories.has(one)),
      manifest['categories'],
      'Name at least one, all of the known ones.',
    ),
  ]
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** The absolute address of `path`, if it is valid. */
function resolve(path: unknown, base: string): string {
  return text(path) && URL.canParse(text(path), base) ? new URL(text(path), base).href : ''
}

function addresses(manifest: Entry, address: string): Finding[] {
  const start = resolve(manifest['start_url'], address)
  const scope = resolve(manifest['scope'], address)
  const { origin } = new URL(address)
  return [
    judge(
      'id',
      resolve(manifest['id'], origin).startsWith(`${origin}/`),
      manifest['id'],
      'Set an id, and never change it: a browser tells installed apps apart by it.',
    ),
    judge(
      'scope',
      scope.startsWith(`${origin}/`),
      manifest['scope'],
      'Set the scope to a path of this site.',
    ),
    judge(
      'start_url',
      scope !== '' && start.startsWith(scope),
      manifest['start_url'],
      'Start on an address within the scope.',
    ),
  ]
}

function looks(manifest: Entry): Finding[] {
  const display = text(manifest['display'])
  const asApp = ['standalone', 'fullscreen', 'minimal-ui'].includes(display)
  const override = list(manifest['display_override'])
  const modes = list(
    isEntry(manifest['launch_handler']) ? manifest['launch_handler']['client_mode'] : undefined,
  )
  const paint = (field: string) =>
    judge(field, colour.test(text(manifest[field])), manifest[field], 'Set a colour such as #08142b.')
  return [
    judge('display', asApp, display, 'Set standalone: with browser or nothing it does not install.'),
    judge(
      'display_override',
      override.length > 0 && override.every((one) => displays.has(one)),
      manifest['display_override'],
      'Name the displays in the order in which they are tried, all of the known ones.',
    ),
    judge(
      'launch_handler',
      modes.length > 0 && modes.every((one) => clientModes.has(one)),
      manifest['launch_handler'],
      'Say whether a launch takes the window that is open, such as navigate-existing.',
    ),
    paint('theme_color'),
    paint('background_color'),
  ]
}

function pictures(list: unknown): Picture[] {
  return entries(list).map(({ src, sizes, type, purpose }) => ({
    src: text(src),
    sizes: text(sizes),
    type: text(type),
    purpose: text(purpose) || 'any',
  }))
}

function pictureRules(manifest: Entry): Finding[] {
  const icons = pictures(manifest['icons'])
  const icon = (size: number, purpose: string) => {
    const found = icons.find(
      (one) => one.purpose.split(' ').includes(purpose) && one.sizes.includes(`${size}x${size}`),
    )
    const todo = `Add a PNG of ${size} × ${size} for the purpose ${purpose}.`
    return judge(`icon ${size} ${purpose}`, found?.type === 'image/png', found?.src ?? '', todo)
  }
  const screenshots = entries(manifest['screenshots'])
  const screenshot = (form: string) => {
    const found = screenshots.filter((one) => text(one['form_factor']) === form)
    const isShown =
      found.length > 0 && found.every((one) => fitsDialog(text(one['sizes'])) && text(one['label']))
    const todo =
      'Each form wants one, with a label, 320 to 3840 pixels wide and high, at most 2.3 times as long as short.'
    return judge(
      `screenshot ${form}`,
      isShown,
      found.map(({ src, sizes }) => `${text(src)} ${text(sizes)}`).join(', '),
      todo,
    )
  }
  return [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable'), screenshot('narrow'), screenshot('wide')]
}

/** What Chromium requires of a picture in its richer install dialog. */
function fitsDialog(sizes: string): boolean {
  const [width = 0, height = 0] = sizes.split('x').map(Number)
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return short >= 320 && long <= 3840 && long <= short * 2.3
}

function entryPoints(manifest: Entry, address: string): Finding[] {
  const shortcuts = entries(manifest['shortcuts'])
  const scope = resolve(manifest['scope'], address)
  const ofApp = new Set(pictures(manifest['icons']).map(({ src }) => src))
  const hasOwnIcon = (one: Entry) => pictures(one['icons']).some(({ src }) => !ofApp.has(src))
  const isWhole = (one: Entry) =>
    text(one['name']) && scope && resolve(one['url'], address).startsWith(scope) && hasOwnIcon(one)
  const share = shareTargetOf(manifest)
  const protocols = protocolsOf(manifest)
  return [
    judge(
      'shortcuts',
      shortcuts.length > 0 && shortcuts.every((one) => isWhole(one)),
      shortcuts.map((one) => text(one['name'])).join(', '),
      'Each wants a name, an address within the scope and an icon of its own.',
    ),
    judge(
      'share_target',
      share !== undefined && resolve(share.action, address).startsWith(scope || '!') && share.field !== '',
      manifest['share_target'],
      'Take image/* by POST as multipart/form-data, at an address within the scope.',
    ),
    judge(
      'protocol_handlers',
      protocols.length > 0 &&
        protocols.every(
          ({ protocol, url }) =>
            /^web\+[a-z]+$/u.test(protocol) &&
            url.includes('%s') &&
            resolve(url, address).startsWith(scope || '!'),
        ),
      manifest['protocol_handlers'],
      'Each wants a protocol that begins with web+, and an address within the scope with %s for the link.',
    ),
  ]
}
