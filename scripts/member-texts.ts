import { formatter } from '@lingui/format-po'

/** Source files that only a member's pages are made of. Everything else may speak to a visitor. */
export const isMemberFile = (path: string) =>
  /^src\/(?:features\/(?!auth\/|settings\/|help\/)|data\/|app\/layouts\/member|routes\/user\/)/.test(path) ||
  /^src\/errors\/(?:slip-reasons|spin-errors|amount-faults)\.ts$/.test(path)

/** The texts of a catalogue by their ids, each with the files it stands in. */
export function originsOf(po: string): Map<string, string[]> {
  const read = formatter().parse(po, { locale: 'en', sourceLocale: 'en', filename: 'catalogue.po' })
  const entries: [string, { origin?: [path: string, line?: number][] }][] = Object.entries(read)
  return new Map(entries.map(([id, { origin = [] }]) => [id, origin.map(([path]) => path)]))
}

/** Of a catalogue with origins, the ids of the texts that stand in members' files alone. */
export function memberTexts(po: string): Set<string> {
  return new Set([...originsOf(po)].filter(([, files]) => files.every(isMemberFile)).map(([id]) => id))
}
