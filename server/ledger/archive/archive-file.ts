import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { writeDurably } from '../../durable-file.ts'
import { isMissing } from '../../file-errors.ts'

export type Cell = string | number | null

/** Nothing for null; every other text is quoted where it would be read as something else, an empty one as well. */
function cell(value: Cell): string {
  if (value === null) return ''
  const text = String(value)
  return text === '' || /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const linesOf = (rows: readonly (readonly Cell[])[]) =>
  rows.map((row) => `${row.map((value) => cell(value)).join(',')}\n`).join('')

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Writes rows as a gzipped CSV file (as PostgreSQL's COPY reads it) and reads them back from the disk. Its name has a part of its hash, so
 * that no other file is ever replaced, whoever else runs. Returns the name and the SHA-256.
 */
export async function writeArchiveFile(
  folder: string,
  begin: string,
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<{ name: string; sha256: string }> {
  const text = linesOf([heads, ...rows])
  const bytes = await promisify(gzip)(text)
  const sha256 = sha256Of(bytes)
  const name = `${begin}-${sha256.slice(0, 12)}.csv.gz`
  const path = join(folder, name)
  await writeDurably(path, bytes)
  const written = await readFile(path)
  const isWhole = (await promisify(gunzip)(written)).toString() === text
  if (!isWhole) throw new Error(`${path} does not hold what was written`)
  return { name, sha256 }
}

/** Whether the file is there, and is the one that was written. */
export async function isWhole(
  folder: string,
  { name, sha256 }: { name: string; sha256: string },
): Promise<boolean> {
  try {
    return sha256Of(await readFile(join(folder, name))) === sha256
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
