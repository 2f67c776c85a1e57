import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const marker = 'dist/.built-from'
const inputs = [
  'src',
  'public',
  'scripts',
  'index.html',
  'vite.config.ts',
  'lingui.config.ts',
  'package-lock.json',
  'package.json',
]

/** A fingerprint of all that the build reads: the files' names, sizes and times, and the build settings. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const visit = (path: string) => {
    const stat = statSync(path)
    if (stat.isDirectory()) {
      for (const name of readdirSync(path).sort()) visit(join(path, name))
    } else {
      hash.update(`${path}:${stat.size}:${stat.mtimeMs}\n`)
    }
  }
  for (const path of inputs) if (existsSync(path)) visit(path)
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name] ?? ''}\n`)
  }
  return hash.digest('hex')
}

/** Builds the app into `dist/`, unless what stands there was built from just these files and settings. */
export async function buildApp(): Promise<void> {
  if (existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint()) return
  console.log('Building the app…')
  const { build } = await import('vite')
  await build({ logLevel: 'warn' })
  // Taken after the build, which writes the route tree into src.
  writeFileSync(marker, fingerprint())
}
