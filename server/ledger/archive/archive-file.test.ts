import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { writeArchiveFile } from './archive-file.ts'

test('a file says what a row had: quotes and lines as they were, and nothing apart from an empty text', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'champa-archive-'))
  const rows = [
    ['say "no", please', 1],
    ['', null],
    ['two\nlines', -5],
  ]
  const { name } = await writeArchiveFile(folder, '2025-01/rows-1', ['memo', 'amount'], rows)
  expect(gunzipSync(readFileSync(join(folder, name))).toString()).toBe(
    'memo,amount\n"say ""no"", please",1\n"",\n"two\nlines",-5\n',
  )
  rmSync(folder, { recursive: true })
})
