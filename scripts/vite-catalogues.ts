import { readFileSync } from 'node:fs'
import { lingui } from '@lingui/vite-plugin'
import type { Plugin } from 'vite'
import { textParts } from './text-parts.ts'

/**
 * Turns the catalogues into modules. A text without its Thai or Lao words fails the build, but not the development
 * server, where it may be a minute old. `cwd` is where lingui.config.ts is looked for.
 */
export function catalogues(cwd = process.cwd()): Plugin[] {
  const loaders = (apply: 'build' | 'serve', strict: boolean): Plugin[] =>
    lingui({ cwd, failOnMissing: strict, failOnCompileError: strict }).map((plugin) => ({ ...plugin, apply }))
  return [...loaders('build', true), ...loaders('serve', false), parts()]
}

/** Cuts a catalogue asked for as `th.po?visitor?lingui` down to that part (scripts/text-parts.ts). */
function parts(): Plugin {
  return {
    name: 'catalogue-parts',
    enforce: 'post',
    transform(code, id) {
      const [, file, part] = /^(.+\.po)\?(\w+)\?lingui$/.exec(id) ?? []
      const written = /JSON\.parse\((".*")\)/s.exec(code)?.[1]
      if (!file || !written) return null
      const messages: Record<string, unknown> = JSON.parse(JSON.parse(written))
      const parts = textParts(readFileSync(file, 'utf8'))
      const kept = Object.entries(messages).filter(([text]) => parts.get(text) === part)
      const json = JSON.stringify(JSON.stringify(Object.fromEntries(kept)))
      return { code: code.replace(written, () => json), map: null, moduleType: 'js' }
    },
  }
}
