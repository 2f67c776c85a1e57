import type { Audience } from './audience.ts'
import type { Page } from './routes.ts'

/** Messages of the entry script, or of more than one area. */
export const common = 'common'
/** Messages of what is opened later, such as sheets. */
const parts = 'parts'
/** Messages of an area's pages that are not landing pages. */
const others = (area: string) => `${area}-others`

const isLanding = ({ staticData }: Page) => staticData.landing === true

/** The namespaces into which catalogues are split, so that a page does not wait for other pages' messages. */
export const namespaceNames = (pages: readonly Page[]): string[] => [
  ...new Set([common, ...pages.filter(isLanding).flatMap(({ area }) => [area, others(area)]), parts]),
]

export interface Namespaces {
  of: (message: string) => string
  /** The namespaces of the messages that these modules use, without `common`. */
  saidIn: (modules: Iterable<string>) => string[]
}

/** `files`: the source files of each message. `root`: the folder that their paths are relative to. */
export function namespacesOf(
  files: ReadonlyMap<string, readonly string[]>,
  root: string,
  modules: Iterable<string>,
  audience: Audience,
): Namespaces {
  const modulesOf = new Map<string, string[]>()
  for (const id of modules) {
    const [file = id] = id.split('?')
    modulesOf.set(file, [...(modulesOf.get(file) ?? []), id])
  }
  const namespaces = new Map<string, string>()
  const said = new Map<string, Set<string>>()
  for (const [message, paths] of files) {
    const speakers = paths.flatMap((path) => modulesOf.get(`${root}/${path}`) ?? [])
    const namespace = namespaceOf(speakers, audience)
    namespaces.set(message, namespace)
    for (const speaker of speakers) said.set(speaker, (said.get(speaker) ?? new Set()).add(namespace))
  }
  return {
    of: (message) => namespaces.get(message) ?? common,
    saidIn: (those) =>
      [...new Set([...those].flatMap((id) => [...(said.get(id) ?? [])]))].filter((name) => name !== common),
  }
}

function namespaceOf(speakers: readonly string[], audience: Audience): string {
  const { initial, pagesOf, isInPart } = audience
  const pages = speakers.flatMap((id) => pagesOf(id))
  const [page, ...more] = pages
  if (speakers.some((id) => initial.has(id)) || more.some(({ area }) => area !== page?.area)) return common
  if (page && pages.some(isLanding)) return page.area
  if (page && !speakers.some((id) => isInPart(id))) return others(page.area)
  return parts
}
