import { randomBytes } from 'node:crypto'
import { NONCE_BYTES, seal, TAG_BYTES, unseal } from './aes-gcm.ts'
import type { Keyring } from './keyring.ts'

/** Bytes that can be read from anywhere among them. */
export interface ReadableBytes {
  readonly size: number
  /** The bytes from `start` to before `end`. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
}

/*
 * The format of an encrypted file: `CHE1`, the key's id (8 bytes), a salt (16), the plain size (8), then the encrypted bytes in
 * chunks of 64 KiB, each with its tag. Each file has its own key, derived from the salt, so the chunk's number is a sufficient
 * nonce; every chunk is bound to the header and the file's name. A range reads only its chunks, and none can be removed, exchanged
 * or moved.
 */
const MARK = Buffer.from('CHE1')
const SALT_AT = 12
const SIZE_AT = 28
const HEAD_BYTES = 36
const CHUNK = 64 * 1024
const SEALED_CHUNK = CHUNK + TAG_BYTES

interface Head {
  bytes: Buffer
  keyId: string
  /** The size of the plain file. */
  size: number
}

/** Encrypts a file. It can be decrypted only with the same name. */
export function encryptFile(keys: Keyring, name: string, plain: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = Buffer.concat([MARK, Buffer.from(keys.current.id, 'hex'), randomBytes(16), Buffer.alloc(8)])
  head.writeBigUInt64BE(BigInt(plain.byteLength), SIZE_AT)
  const sealOf = sealsOf(keys, name, { bytes: head, keyId: keys.current.id, size: plain.byteLength })
  const chunks = Array.from({ length: Math.max(1, Math.ceil(plain.byteLength / CHUNK)) }, (_, index) =>
    seal(sealOf(index), plain.subarray(index * CHUNK, (index + 1) * CHUNK)),
  )
  return new Uint8Array(Buffer.concat([head, ...chunks]))
}

/** Decrypts a stored file. Files from before encryption are returned unchanged. */
export async function decryptFile(
  keys: Keyring,
  name: string,
  stored: ReadableBytes,
): Promise<ReadableBytes> {
  const head = await readHead(stored)
  if (!head) return stored
  const sealOf = sealsOf(keys, name, head)
  return {
    size: head.size,
    read: async (start, end) => {
      if (start < 0 || end > head.size || start > end) throw new RangeError('Outside the file')
      if (start === end) return new Uint8Array()
      const first = Math.floor(start / CHUNK)
      const last = Math.floor((end - 1) / CHUNK)
      const sealed = await stored.read(
        HEAD_BYTES + first * SEALED_CHUNK,
        Math.min(HEAD_BYTES + (last + 1) * SEALED_CHUNK, stored.size),
      )
      const chunks: Buffer[] = []
      for (let index = first; index <= last; index += 1) {
        const at = (index - first) * SEALED_CHUNK
        chunks.push(unseal(sealOf(index), sealed.subarray(at, at + SEALED_CHUNK)))
      }
      const plain = Buffer.concat(chunks)
      return new Uint8Array(plain.subarray(start - first * CHUNK, end - first * CHUNK))
    },
  }
}

/** The id of the key of a stored file; undefined if it is not encrypted. */
export const keyOfFile = async (stored: ReadableBytes): Promise<string | undefined> =>
  (await readHead(stored))?.keyId

async function readHead(stored: ReadableBytes): Promise<Head | undefined> {
  if (stored.size < HEAD_BYTES + TAG_BYTES) return undefined
  const bytes = Buffer.from(await stored.read(0, HEAD_BYTES))
  if (!bytes.subarray(0, MARK.byteLength).equals(MARK)) return undefined
  const keyId = bytes.subarray(MARK.byteLength, SALT_AT).toString('hex')
  return { bytes, keyId, size: Number(bytes.readBigUInt64BE(SIZE_AT)) }
}

function sealsOf(keys: Keyring, name: string, { bytes, keyId }: Head) {
  const key = keys.find(keyId).derive('file', bytes.subarray(SALT_AT, SIZE_AT))
  const boundTo = Buffer.concat([bytes, Buffer.from(name)])
  return (index: number) => {
    const nonce = Buffer.alloc(NONCE_BYTES)
    nonce.writeUInt32BE(index, NONCE_BYTES - 4)
    return { key, nonce, boundTo }
  }
}
