import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
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

/** A hash of everything that the build reads: the files' names, sizes and times, and the build settings. */
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

/** Builds the app into `dist/`, unless that was already built from the same files and settings. */
export async function buildApp(): Promise<void> {
  if (existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint()) return
  console.log('Building the app…')
  const { build } = await import('vite')
  await keepingFormer(() => build({ logLevel: 'warn' }))
  // Taken after the build, because the build writes the route tree into src.
  writeFileSync(marker, fingerprint())
}

/**
 * Moves files that only the previous build had to `dist/former/`, because pages opened before still request them. Only one
 * build back; building the same again changes nothing.
 */
async function keepingFormer(build: () => Promise<unknown>): Promise<void> {
  const aside = mkdtempSync(join(tmpdir(), 'champa-former-'))
  const copy = (from: string, to: string) => existsSync(from) && cpSync(from, to, { recursive: true })
  copy('dist/assets', join(aside, 'assets'))
  copy('dist/former', join(aside, 'former'))
  await build()
  for (const name of readdirSync('dist/assets')) rmSync(join(aside, 'assets', name), { force: true })
  const isNew = existsSync(join(aside, 'assets')) && readdirSync(join(aside, 'assets')).length > 0
  copy(join(aside, isNew ? 'assets' : 'former'), 'dist/former')
  rmSync(aside, { recursive: true })
}
