import type { Plugin } from 'vite'

const order = '@layer tokens,base,parts,screens;'

/**
 * Begins every stylesheet of the build with the order of the cascade's layers. Whichever chunk arrives first decides it,
 * and without this a part's styles could come to stand before the base they refine.
 */
export function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = order + String(file.source)
      }
    },
  }
}
