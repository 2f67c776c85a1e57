import { areaOf, type Page } from './routes.ts'

/** The length of a set's source files together, in characters, below which a chunk of its own costs more than it spares. */
const smallSet = 8000

/** The modules that exactly these pages need, each of them with another page or with a sheet. */
interface SharedSet {
  pages: readonly Page[]
  /** The length of these modules' source files together, in characters. */
  length: number
  index: number
}

interface Graph {
  /** What a module imports, its lazy imports aside. */
  importsOf: (module: string) => readonly string[]
  /** The lengths of source files, in characters. */
  lengths: ReadonlyMap<string, number>
  /** The modules of the app's own script. */
  initial: ReadonlySet<string>
}

/**
 * Returns the name of the chunk that a module belongs to, from the modules that each page and each sheet needs. What all pages of
 * some areas load is one chunk, such as `user`. Every other set is one chunk too, so that no page loads more than it needs, or dozens
 * of small files. A module that no page needs, or one page alone, has no name: the bundler places it with its importers.
 */
export function chunksBySet(
  pageNeeds: ReadonlyMap<Page, ReadonlySet<string>>,
  sheetNeeds: readonly ReadonlySet<string>[],
  { importsOf, lengths, initial }: Graph,
): (module: string) => string | null {
  const pages = [...pageNeeds.keys()]
  const sets = new Map<string, SharedSet>()
  const setOf = new Map<string, SharedSet>()
  for (const module of new Set([...pageNeeds.values(), ...sheetNeeds].flatMap((needs) => [...needs]))) {
    const needing = pages.filter((page) => pageNeeds.get(page)?.has(module))
    const sheets = sheetNeeds.filter((needs) => needs.has(module))
    if (needing.length === 0 || needing.length + sheets.length < 2) continue
    const key = needing.map(({ path }) => path).join()
    const set = sets.get(key) ?? { pages: needing, length: 0, index: sets.size }
    set.length += lengths.get(module) ?? 0
    sets.set(key, set)
    setOf.set(module, set)
  }
  /** Whether every page of these areas loads a module: each needs it, or its set is small and all that it imports is loaded too. */
  const isLoadedBy = (areas: ReadonlySet<string>, module: string): boolean => {
    if (initial.has(module)) return true
    const set = setOf.get(module)
    if (!set) return false
    if (pages.every((page) => set.pages.includes(page) || !areas.has(areaOf(page)))) return true
    return set.length < smallSet && importsOf(module).every((imported) => isLoadedBy(areas, imported))
  }
  return (module) => {
    const set = setOf.get(module)
    if (!set) return null
    const areas = new Set(set.pages.map((page) => areaOf(page)))
    if (!isLoadedBy(areas, module)) return `shared-${set.index}`
    return [...areas].map((area) => area.replaceAll(/\W_?/g, '') || 'other').join('-')
  }
}
