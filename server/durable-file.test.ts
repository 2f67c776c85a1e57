import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeDurably } from './durable-file.ts'

let folder: string
/** Called at each wait for the disk. */
let sync: (at: 'file' | 'folder') => Promise<void>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'champa-durable-'))
  sync = async () => {}
  const probe = await open(folder, 'r')
  const handle = Object.getPrototypeOf(probe) as typeof probe
  await probe.close()
  const really = handle.sync
  vi.spyOn(handle, 'sync').mockImplementation(async function syncAndTell(this: typeof probe) {
    await sync((await this.stat()).isDirectory() ? 'folder' : 'file')
    await really.call(this)
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

test('a file has its name only when its bytes are on the disk, and is told of when its name is, too', async () => {
  const seen: string[][] = []
  sync = async (at) =>
    void seen.push([at, ...(await readdir(folder)).map((name) => name.split('.').at(-1) ?? '')])
  await writeDurably(join(folder, 'slip.png'), 'bytes')
  expect(seen).toEqual([
    ['file', 'unfinished'],
    ['folder', 'png'],
  ])
  expect(await readFile(join(folder, 'slip.png'), 'utf8')).toBe('bytes')
  expect((await stat(join(folder, 'slip.png'))).mode & 0o077).toBe(0)
})

test('a folder that is made for it is on the disk as well', async () => {
  const seen: string[] = []
  sync = async (at) => void seen.push(at)
  await writeDurably(join(folder, 'new', 'month', 'entries.csv'), 'bytes')
  expect(seen).toEqual(['folder', 'folder', 'file', 'folder'])
})

test('a disk that is full leaves what was there before, and nothing else', async () => {
  const path = join(folder, 'slip.png')
  await writeFile(path, 'before')
  sync = () => Promise.reject(new Error('no space'))
  await expect(writeDurably(path, 'after')).rejects.toThrow('no space')
  expect(await readdir(folder)).toEqual(['slip.png'])
  expect(await readFile(path, 'utf8')).toBe('before')
})

test('one that is replaced may keep its time', async () => {
  const path = join(folder, 'slip.png')
  const then = new Date('2026-01-01T00:00:00Z')
  await writeDurably(path, 'before')
  await writeDurably(path, 'after', { atime: then, mtime: then })
  expect([await readFile(path, 'utf8'), (await stat(path)).mtime]).toEqual(['after', then])
})
