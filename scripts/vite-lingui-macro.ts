import { transformAsync } from '@babel/core'
import type { Plugin } from 'vite'
import { shortIds } from './vite-catalogues.ts'

/**
 * Expands Lingui's macros. Vite 8's React plugin has no Babel, so the macro has a pass of its own, only for files that import
 * it. In the build the messages' ids are the short ones that the catalogues have there.
 */
export function linguiMacro(): Plugin {
  const ids = shortIds()
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
      if (!result?.code) return null
      const shorten = (id: string) => ids.get(id) ?? id
      const shortened = result.code.replaceAll(
        /(?<=\bid(?:=|:\s))"([^"]+)"/gu,
        (_, id: string) => `"${shorten(id)}"`,
      )
      return { code: this.environment.mode === 'dev' ? result.code : shortened, map: result.map }
    },
  }
}
