import { basename } from 'node:path'
import { lingui } from '@lingui/vite-plugin'
import type { Plugin } from 'vite'

/**
 * Turns each catalogue into a module whose default export loads it. In the build the messages are a JSON file of their own,
 * and a missing Thai or Lao translation fails it. `cwd`: the folder of lingui.config.ts.
 */
export function catalogues(cwd = process.cwd()): Plugin[] {
  const compilers = (apply: 'build' | 'serve', strict: boolean): Plugin[] =>
    lingui({ cwd, failOnMissing: strict, failOnCompileError: strict }).map((plugin) => ({ ...plugin, apply }))
  return [...compilers('build', true), ...compilers('serve', false), loaders]
}

const loaders: Plugin = {
  name: 'catalogue-loaders',
  async transform(code, id) {
    const [file = ''] = id.split('?')
    if (!file.endsWith('.po')) return undefined
    if (this.environment.mode === 'dev') return `${code}\nexport default async () => messages`
    const compiled = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      messages: object
    }
    const source = JSON.stringify(compiled.messages)
    const asset = this.emitFile({ type: 'asset', name: basename(file).replace('.po', '.json'), source })
    const read = `(answer) => (answer.ok ? answer.json() : Promise.reject(new Error('The messages file is missing')))`
    return {
      code: `export default () => fetch(import.meta.ROLLUP_FILE_URL_${asset}).then(${read})`,
      map: null,
      moduleType: 'js',
    }
  },
}
