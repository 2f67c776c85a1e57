import type { Plugin, Rolldown } from 'vite'
import { reached } from './route-loading/route-loading.ts'

/**
 * Shortens the list of preloads that Vite writes at each lazy import: the file that imports has run, so all that it imports itself is
 * there, and a list that then names the imported file alone tells the browser nothing. Styles stay.
 */
export function leanPreloads(): Plugin {
  let chunks: Rolldown.OutputBundle = {}
  const importsOf = (file: string) => {
    const chunk = chunks[file]
    return chunk?.type === 'chunk' ? chunk.imports : []
  }
  return {
    name: 'lean-preloads',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies(file, dependencies, { hostId }) {
            const there = reached([hostId], importsOf)
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
