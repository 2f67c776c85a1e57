import type { Plugin } from 'vite'

const order = '@layer tokens,base,parts,screens;'

/**
 * Starts every stylesheet of the build with the order of the cascade layers. The stylesheet that loads first decides that
 * order, so without this a component's styles could come before the base styles they refine.
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
