import type { MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { Call } from '#api/contract/call.ts'
import { ApiError } from './api-error.ts'
import type { ServerEnv } from './server-env.ts'

// These limits are above what any call or form needs, and low enough to be cheap.
const MAX_DEPTH = 16
const MAX_VALUES = 500
const MAX_PARTS = 50
/** The most bytes of headers that one part of a multipart body may have. */
const MAX_HEADER_BYTES = 2048
/** The most characters of a field's name, and of one segment of a path. */
const MAX_NAME_LENGTH = 200

export const hasBody = (call: Call) => call.body !== undefined || call.upload !== undefined

/** The validated body of a call. Throws only refusals, whose code says what is wrong. */
export function readBody(call: Call, bytes: Uint8Array): unknown {
  if (!call.body) return undefined
  const value = readJson(bytes)
  // An array would pass as an object whose fields are all optional.
  if (Array.isArray(value)) throw new ApiError('KEY_INVALID')
  const read = v.safeParse(call.body, value)
  if (read.success) return read.output
  throw new ApiError(read.issues.every((issue) => isMissing(issue)) ? 'KEY_MISSING' : 'KEY_INVALID')
}

function isMissing(issue: v.BaseIssue<unknown>): boolean {
  return issue.path !== undefined && issue.path.length > 0 && issue.input === undefined
}

/** Parses JSON of limited size. A text that is nested too deeply or has too many values is refused before it is parsed. */
export function readJson(bytes: Uint8Array): unknown {
  boundJson(bytes)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return JSON.parse(text, (name, value: unknown) => {
      checkField(name, value)
      return value
    })
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('NO_DATA')
  }
}

const ascii = (char: string) => char.charCodeAt(0)
const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map(ascii)
const openers = new Set(['[', '{'].map(ascii))
const closers = new Set([']', '}'].map(ascii))

function boundJson(bytes: Uint8Array): void {
  let depth = 0
  let values = 0
  let isText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) isText = !isText
    else if (isText) at += byte === BACKSLASH ? 1 : 0
    else if (openers.has(byte)) depth += 1
    else if (closers.has(byte)) depth -= 1
    if (!isText && (byte === COMMA || openers.has(byte))) values += 1
    if (depth > MAX_DEPTH || values > MAX_VALUES) throw new ApiError('KEY_INVALID')
  }
}

/**
 * Refuses values that no field of any call or form contains: text that PostgreSQL cannot store (NUL, lone surrogates), numbers that
 * are not finite, and `__proto__` as a name.
 */
function checkField(name: string, value: unknown): void {
  const isRight =
    name !== '__proto__' &&
    name.length <= MAX_NAME_LENGTH &&
    isStorable(name) &&
    (typeof value !== 'string' || isStorable(value)) &&
    (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER)
  if (!isRight) throw new ApiError('KEY_INVALID')
}

const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/** Parses a form of limited size. An invalid one counts as empty: each call has its own code for that. */
export async function readFormData(bytes: Uint8Array<ArrayBuffer>, contentType = ''): Promise<FormData> {
  const type = boundForm(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), contentType)
  const read = new Response(bytes, { headers: { 'content-type': type } }).formData()
  const form = await read.catch(() => new FormData())
  for (const [name, value] of form) {
    const text = value instanceof File ? value.name : value
    checkField(name, exponential.test(text) ? Number(text) : text)
  }
  return form
}

/** A number in exponential notation, which nobody types. */
const exponential = /^[+-]?\d+(?:\.\d+)?e[+-]?\d{1,3}$/iu
const boundaryOf = /;\s*boundary="?([\w'()+,\-./:=?]{1,70})"?\s*(?:;|$)/iu

/** Counts the fields before they are parsed; returns a normalised content type, so that every parser finds the same boundary. */
function boundForm(body: Buffer, contentType: string): string {
  if (/^application\/x-www-form-urlencoded\b/iu.test(contentType)) {
    boundOccurrences(body, '&')
    return contentType
  }
  const [, boundary] = boundaryOf.exec(contentType) ?? []
  if (!/^multipart\/form-data\b/iu.test(contentType) || boundary === undefined) return ''
  for (const at of boundOccurrences(body, `--${boundary}`)) {
    const head = body.subarray(at, at + MAX_HEADER_BYTES)
    if (head.length === MAX_HEADER_BYTES && !head.includes('\r\n\r\n')) throw new ApiError('KEY_INVALID')
  }
  return `multipart/form-data; boundary="${boundary}"`
}

function boundOccurrences(body: Buffer, mark: string): number[] {
  const found: number[] = []
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    found.push(at)
    if (found.length > MAX_PARTS) throw new ApiError('KEY_INVALID')
  }
  return found
}

/** Refuses malformed addresses: invalid UTF-8, control characters, or too many segments. */
export const checkAddress: MiddlewareHandler<ServerEnv> = async (c, next) => {
  const { pathname, searchParams } = new URL(c.req.url)
  for (const step of pathname.split('/')) {
    const name = decode(step)
    if (name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name)) throw new ApiError('KEY_INVALID')
  }
  for (const [name, value] of searchParams) checkField(name, value)
  await next()
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    throw new ApiError('KEY_INVALID')
  }
}
