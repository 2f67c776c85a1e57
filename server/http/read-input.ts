import * as v from 'valibot'
import type { Call } from '#api/contract/call.ts'
import { Refusal } from './refusal.ts'

/** The body's bytes, read no further than allowed. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new Refusal('KEY_INVALID')
  if (!request.body) return new Uint8Array()
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    if (size > limit) throw new Refusal('KEY_INVALID')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts, size))
}

/** The checked body of a call. Refuses with the code that says what is wrong: never an exception of another kind. */
export function readJson(call: Call, bytes: Uint8Array): unknown {
  if (!call.body) return undefined
  const value = parseJson(bytes)
  // A list would pass for an object whose fields may all be left out.
  if (Array.isArray(value)) throw new Refusal('KEY_INVALID')
  const read = v.safeParse(call.body, value)
  if (read.success) return read.output
  throw new Refusal(read.issues.every((issue) => isMissing(issue)) ? 'KEY_MISSING' : 'KEY_INVALID')
}

function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.trim() === '') throw new Refusal('NO_DATA')
    return JSON.parse(text, refuseNul)
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('NO_DATA')
  }
}

/** PostgreSQL has no text with NUL in it. */
function refuseNul(key: string, value: unknown): unknown {
  if (key.includes('\0') || (typeof value === 'string' && value.includes('\0')))
    throw new Refusal('KEY_INVALID')
  return value
}

function isMissing(issue: v.BaseIssue<unknown>): boolean {
  return issue.path !== undefined && issue.path.length > 0 && issue.input === undefined
}

/** The file of a multipart upload; undefined where there is none: the call has its own words for that. */
export async function readFile(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<File | undefined> {
  if (!contentType.toLowerCase().startsWith('multipart/form-data')) return undefined
  try {
    const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
    const file = form.get('file')
    return file instanceof File ? file : undefined
  } catch {
    return undefined
  }
}

const longest = 200

/** The path's parameters, bounded and without control characters. */
export function readParams(params: Record<string, string>): Record<string, string> {
  for (const value of Object.values(params)) {
    if (value.length > longest || /\p{Cc}/u.test(value)) throw new Refusal('KEY_INVALID')
  }
  return params
}
