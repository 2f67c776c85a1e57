import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decryptFile, encryptFile, keyOfFile, type ReadableBytes } from './encrypt-file.ts'
import { decryptText, encryptText } from './encrypt-text.ts'
import { createKeyring } from './keyring.ts'

const [one, two] = [randomBytes(32), randomBytes(32)]
const keys = createKeyring([one])
const newer = createKeyring([two, one])
/** The error of AES-GCM for changed data. */
const FORGED = /unable to authenticate data/u
const strangers = createKeyring([randomBytes(32)])

describe('a text', () => {
  const place = 'game_accounts.password 1 PG'
  const stored = encryptText(keys, 'รหัส secret1', place)

  test('is decrypted again, also after a newer key was added, and its ciphertext shows nothing', () => {
    expect(decryptText(keys, stored, place)).toBe('รหัส secret1')
    expect(decryptText(newer, stored, place)).toBe('รหัส secret1')
    expect(stored).toMatch(/^enc1\.[0-9a-f]{16}\.[\w-]+$/u)
    expect(Buffer.from(stored.split('.')[2] ?? '', 'base64url').toString()).not.toContain('secret1')
    expect(encryptText(keys, 'รหัส secret1', place)).not.toBe(stored)
    expect(decryptText(keys, encryptText(keys, '', place), place)).toBe('')
  })

  test('plain text from before encryption is returned as it is', () => {
    for (const plain of ['', 'pw', 'enc1', 'enc1.xyz', '{"password":"enc1.0"}'])
      expect(decryptText(keys, plain, place)).toBe(plain)
  })

  test('cannot be decrypted in another row, changed, or with another key', () => {
    expect(() => decryptText(keys, stored, 'game_accounts.password 2 PG')).toThrow(FORGED)
    const [mark, id, sealed = ''] = stored.split('.')
    const changed = Buffer.from(sealed, 'base64url')
    changed.writeUInt8(changed.readUInt8(20) ^ 1, 20)
    expect(() => decryptText(keys, `${mark}.${id}.${changed.toString('base64url')}`, place)).toThrow(FORGED)
    expect(() => decryptText(strangers, stored, place)).toThrow(/needs the key [0-9a-f]{16}/u)
  })
})

describe('a file', () => {
  const CHUNK = 65_536
  const name = 'a.png'
  /** The encrypted file as on disk, with a record of the bytes read. */
  function onDisk(bytes: Uint8Array) {
    const reads: [number, number][] = []
    const stored: ReadableBytes = {
      size: bytes.byteLength,
      read: async (start, end) => {
        reads.push([start, end])
        return new Uint8Array(bytes.slice(start, end))
      },
    }
    return { stored, reads }
  }
  const open = async (bytes: Uint8Array, as = name, ring = keys) =>
    decryptFile(ring, as, onDisk(bytes).stored)

  test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5])('of %d bytes is read again', async (size) => {
    const plain = new Uint8Array(randomBytes(size))
    const kept = encryptFile(keys, name, plain)
    const file = await open(kept, name, newer)
    expect(file.size).toBe(size)
    expect(Buffer.from(await file.read(0, size)).equals(plain)).toBe(true)
    expect(size > 16 && Buffer.from(kept).includes(Buffer.from(plain.subarray(0, 16)))).toBe(false)
    expect(await keyOfFile(onDisk(kept).stored)).toBe(keys.current.id)
  })

  test('is read in any range, from only the chunks that contain it', async () => {
    const plain = new Uint8Array(randomBytes(4 * CHUNK))
    const { stored, reads } = onDisk(encryptFile(keys, name, plain))
    const file = await decryptFile(keys, name, stored)
    for (const [start, end] of [
      [0, 1],
      [CHUNK - 1, CHUNK + 1],
      [CHUNK, 2 * CHUNK],
      [100_000, 200_000],
      [4 * CHUNK - 1, 4 * CHUNK],
      [7, 7],
    ] as const) {
      reads.length = 0
      expect(Buffer.from(await file.read(start, end)).equals(plain.subarray(start, end))).toBe(true)
      const read = reads.reduce((sum, [from, to]) => sum + to - from, 0)
      expect(read).toBeLessThanOrEqual(end - start + 2 * (CHUNK + 16))
    }
    await expect(file.read(0, 4 * CHUNK + 1)).rejects.toThrow(RangeError)
  })

  test('a file from before encryption is returned as it is', async () => {
    for (const plain of [new Uint8Array(), new Uint8Array(randomBytes(100))]) {
      const file = await open(plain)
      expect(Buffer.from(await file.read(0, file.size)).equals(plain)).toBe(true)
    }
  })

  test('cannot be renamed, truncated, extended, recombined or read with another key', async () => {
    const plain = new Uint8Array(randomBytes(3 * CHUNK))
    const kept = encryptFile(keys, name, plain)
    const other = encryptFile(keys, name, plain)
    const at = (index: number) => 36 + index * (CHUNK + 16)
    const first = async (bytes: Uint8Array, as = name) => (await open(bytes, as)).read(0, 10)
    const second = async (bytes: Uint8Array) => (await open(bytes)).read(CHUNK, CHUNK + 10)
    await expect(first(kept, 'b.png')).rejects.toThrow(FORGED)
    await expect(open(kept, name, strangers)).rejects.toThrow(/needs the key/u)
    // Declared shorter than it is.
    const shorter = kept.slice(0, at(2))
    Buffer.from(shorter.buffer).writeBigUInt64BE(BigInt(2 * CHUNK), 28)
    await expect(first(shorter)).rejects.toThrow(FORGED)
    // Its second chunk is replaced by the third, or by another file's.
    const moved = Uint8Array.from([
      ...kept.slice(0, at(1)),
      ...kept.slice(at(2), at(3)),
      ...kept.slice(at(1), at(2)),
    ])
    await expect(second(moved)).rejects.toThrow(FORGED)
    const mixed = kept.slice()
    mixed.set(other.subarray(at(1), at(2)), at(1))
    await expect(second(mixed)).rejects.toThrow(FORGED)
    expect(await first(mixed)).toHaveLength(10)
  })
})

test('a keyring names its keys without showing them, and refuses keys of another length', () => {
  expect(keys.current.id).toMatch(/^[0-9a-f]{16}$/u)
  expect(newer.ids).toEqual([newer.current.id, keys.current.id])
  expect(newer.current.id).not.toBe(keys.current.id)
  expect(() => createKeyring([])).toThrow('A keyring needs a key')
  expect(() => createKeyring([randomBytes(31)])).toThrow('A data key has 32 bytes')
})

test('what an earlier release has stored is read by every later one', async () => {
  const kept = createKeyring([Buffer.alloc(32, 7)])
  const text = 'enc1.1ff791c8937d6ed1.4ByH8iBs-sy9TeKM7V3llaQBV_a21c2fJTYxwQPaPEaACJMzO2Q'
  expect(decryptText(kept, text, 'table:row')).toBe('a password')
  const bytes = Buffer.from(
    'Q0hFMR/3kciTfW7RihRTrxWmQXa1X+0AEeuRHQAAAAAAAAAJ2aHABoXoC4fQv7eLzFC3G7y138uOoummqw==',
    'base64',
  )
  const read = async (start: number, end: number) => new Uint8Array(bytes.subarray(start, end))
  const file = await decryptFile(kept, 'a.png', { size: bytes.byteLength, read })
  expect(Buffer.from(await file.read(0, file.size)).toString()).toBe('a picture')
})
