import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer, type TestServer } from './server.ts'

export interface Release {
  server: TestServer
  /** Deploys the next version. */
  next: () => void
  dispose: () => Promise<void>
}

/** Starts the backend with a copy of the build, which can be replaced while browsers have it open. */
export async function startRelease(settings: Record<string, string> = {}): Promise<Release> {
  const folder = mkdtempSync(join(tmpdir(), 'champa-release-'))
  cpSync('dist', join(folder, 'dist'), { recursive: true })
  const server = await startServer(settings, folder)
  return {
    server,
    next: () => {
      for (const packed of ['sw.js.br', 'sw.js.gz']) rmSync(join(folder, 'dist', packed), { force: true })
      appendFileSync(join(folder, 'dist/sw.js'), '\n// The next version.\n')
    },
    dispose: async () => {
      await server.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
