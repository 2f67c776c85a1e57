import { build, type ResolvedConfig, type Rolldown } from 'vite'
import type { Plan } from '../../src/shell/plan.ts'

/**
 * Lets the page paint by itself: inlines the boot script and the app's own styles. The server allows both by their hashes.
 */
export async function withShell(
  html: string,
  bundle: Rolldown.OutputBundle,
  plan: Plan,
  config: ResolvedConfig,
): Promise<string> {
  const script = await bootScript(plan, config)
  return (
    html
      // The boot script loads these after the first paint.
      .replaceAll(/\s*<script type="module"[^>]*><\/script>|\s*<link rel="modulepreload"[^>]*>/g, '')
      .replace('</title>', () => `</title><script>${script}</script>`)
      .replaceAll(/(<link rel="stylesheet"[^>]*href="\/([^"]+)")>/g, (_, link: string, name: string) => {
        const style = bundle[name]
        if (style?.type !== 'asset') throw new Error('The page still waits for a stylesheet')
        delete bundle[name]
        // A chunk that needs these styles looks for their link, and finds that it need not load them.
        return `<style>${String(style.source)}</style>${link} disabled>`
      })
  )
}

async function bootScript(plan: Plan, { define, build: { target } }: ResolvedConfig): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { ...define, PLAN: JSON.stringify(plan) },
    build: {
      target,
      write: false,
      copyPublicDir: false,
      lib: { entry: 'src/shell/boot.ts', formats: ['iife'], name: 'shell' },
    },
  })
  const [output] = [built].flat() as Rolldown.RolldownOutput[]
  const code = output?.output[0].code.trim()
  if (!code || /<\/script/i.test(code)) throw new Error('The boot script cannot stand in the page')
  return code
}
