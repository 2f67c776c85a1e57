import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|html|svg|json|webmanifest|txt)$/
const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

/**
 * Writes FILE.br and FILE.gz beside every text file of the build, at the highest compression, so that the server need not
 * compress.
 */
export function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const folder = this.environment.config.build.outDir
        const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        await Promise.all(
          files.filter((name) => compressible.test(name)).map((name) => writeBoth(join(folder, name))),
        )
      },
    },
  }
}

async function writeBoth(path: string): Promise<void> {
  const text = readFileSync(path)
  const [brotli, gzipped] = await Promise.all([inBrotli(text, brotliOptions), inGzip(text, { level: 9 })])
  writeFileSync(`${path}.br`, brotli)
  writeFileSync(`${path}.gz`, gzipped)
}
