import { transformAsync } from '@babel/core'
import type { Plugin } from 'vite'

/**
 * Expands Lingui's macros. Vite 8's React plugin has no Babel, so the macro has a pass of its own, only for files that import
 * it.
 */
export function linguiMacro(): Plugin {
  return {
    name: 'lingui-macro',
    enforce: 'pre',
    async transform(code, id) {
      const file = id.split('?')[0] ?? id
      if (!/\.tsx?$/.test(file) || file.includes('/node_modules/')) return null
      if (!/@lingui\/(?:react|core)\/macro/.test(code)) return null
      const result = await transformAsync(code, {
        filename: file,
        babelrc: false,
        configFile: false,
        sourceMaps: true,
        plugins: ['@lingui/babel-plugin-lingui-macro'],
        parserOpts: { plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
      })
      return result?.code ? { code: result.code, map: result.map } : null
    },
  }
}
