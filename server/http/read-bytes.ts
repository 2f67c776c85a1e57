import { inTime } from '#lib/in-time.ts'
import { SECOND } from '../clock.ts'
import { ApiError } from './api-error.ts'
import { type Hold, SHORT_BODY } from './limits/body-limit.ts'

/** How long a body without a file may take to come, in ms: 64 KiB come at 3.2 KiB a second. */
const BODY_TIME = 20 * SECOND

export interface Reading {
  /** The most bytes that are taken. */
  limit: number
  /** A file may take minutes; Node's own limit ends it. */
  hasFile: boolean
  hold: Hold
}

const declaredBytes = (request: Request): number | undefined => {
  const declared = request.headers.get('content-length')
  return declared === null ? undefined : Number(declared)
}

/** How many bytes of the body `readBytes` will read at most: those that are declared, because Node takes no more. */
export function expectedBytes(request: Request, limit: number): number {
  return Math.min(declaredBytes(request) ?? limit, limit)
}

/**
 * Reads the body's bytes, but no more than the limit. One that breaks off is a refusal that nobody hears. One without a file has to be
 * whole in time: otherwise thousands of connections that never end would hold their bodies for Node's five minutes.
 */
export async function readBytes(request: Request, reading: Reading): Promise<Uint8Array<ArrayBuffer>> {
  const declared = declaredBytes(request)
  if ((declared ?? 0) > reading.limit) throw new ApiError('KEY_INVALID')
  if (request.bodyUsed) throw new Error('The body was read before')
  try {
    if (reading.hasFile) return await readAsItComes(request, reading)
    const isShort = declared !== undefined && declared <= SHORT_BODY
    const whole = isShort ? readDeclared(request, reading) : readAsItComes(request, reading)
    return await inTime(whole, BODY_TIME, () => {
      throw new ApiError('KEY_MISSING', 408)
    })
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('KEY_MISSING')
  }
}

/** Node takes no more than was declared, and reads it faster without a stream. What has come of it is not counted. */
async function readDeclared(request: Request, { limit }: Reading): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (bytes.byteLength > limit) throw new ApiError('KEY_INVALID')
  return bytes
}

async function readAsItComes(request: Request, { limit, hold }: Reading): Promise<Uint8Array<ArrayBuffer>> {
  // One buffer that grows: a list of parts takes a hundred times the bytes where each part is one byte.
  let bytes = new Uint8Array()
  let size = 0
  if (!request.body) return bytes
  for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
    const before = size
    size += part.byteLength
    if (size > limit) throw new ApiError('KEY_INVALID')
    hold(part.byteLength)
    if (size > bytes.byteLength) {
      const larger = new Uint8Array(Math.min(limit, Math.max(size, 2 * bytes.byteLength)))
      larger.set(bytes)
      bytes = larger
    }
    bytes.set(part, before)
  }
  return bytes.subarray(0, size)
}
