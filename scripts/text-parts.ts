import { formatter } from '@lingui/format-po'

/**
 * The parts a catalogue is cut into, so that nobody waits for words of pages they are not on, each with the source
 * files it speaks for. The first that fits counts. What fits none is said to everybody: `visitor`.
 */
const partsByFile: [part: string, files: RegExp][] = [
  // On pages of visitors and of members.
  ['visitor', /^src\/data\/(?:load-failed|otp-entry|password-advice)\.tsx$/],
  ['chat', /^src\/features\/chat\//],
  ['help', /^src\/features\/help\//],
  [
    'home',
    /^src\/(?:features\/(?:home\/|menu\/|games\/(?:shelf\/|search\/|game-shelves))|data\/|operations\/(?:operation-notice|use-)|app\/layouts\/member|routes\/user\/)/,
  ],
  ['member', /^src\/(?:operations\/|features\/(?!auth\/|settings\/))/],
  ['member', /^src\/errors\/(?:slip-reasons|wheel-errors|amount-faults)\.ts$/],
]

export const partOfFile = (path: string): string =>
  partsByFile.find(([, files]) => files.test(path))?.[0] ?? 'visitor'

interface Entry {
  message?: string
  translation?: string
  origin?: [path: string, line?: number][]
}

const entriesOf = (po: string): [string, Entry][] =>
  Object.entries(formatter().parse(po, { locale: 'en', sourceLocale: 'en', filename: 'catalogue.po' }))

/** The texts of a catalogue by their ids, each with the files it stands in. */
export function originsOf(po: string): Map<string, string[]> {
  return new Map(entriesOf(po).map(([id, { origin = [] }]) => [id, origin.map(([path]) => path)]))
}

/** The words of a catalogue by their English. */
export function wordsIn(po: string): Map<string, string> {
  return new Map(entriesOf(po).map(([id, { message = id, translation = '' }]) => [message, translation]))
}

/** Of a catalogue with origins, each text's part: the one all its files are of, else the one loaded before all of them. */
export function textParts(po: string): Map<string, string> {
  return new Map([...originsOf(po)].map(([id, files]) => [id, commonPart(new Set(files.map(partOfFile)))]))
}

function commonPart(parts: Set<string>): string {
  const [first = 'visitor', ...others] = parts
  if (others.length === 0) return first
  return [...parts].every((part) => part === 'home' || part === 'member') ? 'home' : 'visitor'
}
