import type { Plugin, Rolldown } from 'vite'

/**
 * Shortens the list of preloads that Vite writes at each lazy import: the file that imports has run, so all that it imports itself is
 * there, and a list that then names the imported file alone tells the browser nothing. Styles stay.
 */
export function leanPreloads(): Plugin {
  let chunks: Rolldown.OutputBundle = {}
  const loadedWith = (file: string, found = new Set<string>()): Set<string> => {
    const chunk = chunks[file]
    if (found.has(file) || chunk?.type !== 'chunk') return found
    found.add(file)
    for (const imported of chunk.imports) loadedWith(imported, found)
    return found
  }
  return {
    name: 'lean-preloads',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies(file, dependencies, { hostId, hostType }) {
            if (hostType === 'html') return dependencies
            const there = loadedWith(hostId)
            const missing = dependencies.filter((one) => !there.has(one))
            return missing.length === 1 && missing[0] === file ? [] : missing
          },
        },
      },
    }),
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        chunks = bundle
      },
    },
  }
}
