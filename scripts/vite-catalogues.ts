import { lingui } from '@lingui/vite-plugin'
import type { Plugin } from 'vite'
import { cataloguesId, cataloguesModule } from './route-loading/messages.ts'

/**
 * Turns the catalogues into modules. A missing Thai or Lao translation fails the build, but not the development server. `cwd`:
 * the folder of lingui.config.ts.
 */
export function catalogues(cwd = process.cwd()): Plugin[] {
  const loaders = (apply: 'build' | 'serve', strict: boolean): Plugin[] =>
    lingui({ cwd, failOnMissing: strict, failOnCompileError: strict }).map((plugin) => ({ ...plugin, apply }))
  return [...loaders('build', true), ...loaders('serve', false), undivided]
}

/** In development and in tests, all messages of a language come at once. */
const undivided: Plugin = {
  name: 'undivided-catalogues',
  apply: 'serve',
  resolveId: (id) => (id === cataloguesId ? `\0${cataloguesId}` : undefined),
  load: (id) => (id === `\0${cataloguesId}` ? cataloguesModule() : undefined),
}
