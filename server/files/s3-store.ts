import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { SECOND } from '../clock.ts'
import type { FilesUrl } from '../environment.ts'
import { decryptFile, encryptFile } from '../encryption/encrypt-file.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { FILE_NAME, type FileStore, nameFile, type StoredFile } from './store.ts'

/** In ms, for one call and its retries. */
const CALL_TIMEOUT = 20 * SECOND
const RETRIES = 3

interface Listed {
  /** The object's name without the prefix of all. */
  place: string
  writtenAt: Date
}

/**
 * Stores uploads in an S3-compatible store, encrypted as on disk, each as `<id of its key>/<name>`: a list tells which ones an
 * older key encrypts. Files that were copied from a DATA_DIR lie beside these folders until they are encrypted again, which also
 * restarts their time in the store.
 */
export function s3Store(
  { origin, bucket, prefix, region, ...credentials }: FilesUrl,
  keys: Keyring,
): FileStore {
  const client = new AwsClient({ ...credentials, region, service: 's3', retries: RETRIES })
  const addressOf = (place: string) => `${origin}/${bucket}/${prefix}${place}`

  /** Resolves for success and for 404. The error has neither the address nor the credentials. */
  async function call(method: string, url: string, init: RequestInit = {}): Promise<Response> {
    const response = await client.fetch(url, { ...init, method, signal: AbortSignal.timeout(CALL_TIMEOUT) })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new Error(`FILES_URL: the store answered ${method} with ${response.status}`)
  }

  async function openAt(place: string): Promise<StoredFile | null> {
    const head = await call('HEAD', addressOf(place))
    if (!head.ok) return null
    return {
      size: Number(head.headers.get('content-length')),
      read: async (start, end) => {
        if (start === end) return new Uint8Array()
        const part = await call('GET', addressOf(place), { headers: { Range: `bytes=${start}-${end - 1}` } })
        const bytes = new Uint8Array(await part.arrayBuffer())
        if (part.status !== 206 || bytes.byteLength !== end - start) throw new Error('The file ended early')
        return bytes
      },
    }
  }

  const placeOf = (name: string) => `${keys.current.id}/${name}`
  /** Where a file may be, the likeliest first. */
  const placesOf = (name: string) => [...keys.ids.map((id) => `${id}/${name}`), name]
  const isName = (name: string) => FILE_NAME.test(name)

  async function put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const body = encryptFile(keys, name, bytes)
    const hash = createHash('sha256').update(body).digest('hex')
    const answer = await call('PUT', addressOf(placeOf(name)), {
      body,
      headers: { 'Content-Type': 'application/octet-stream', 'X-Amz-Content-Sha256': hash },
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error('FILES_URL: the store has no such bucket')
  }

  async function removeAt(place: string): Promise<void> {
    await (await call('DELETE', addressOf(place))).body?.cancel()
  }

  /** The answers, page by page, to a list of what is below the prefix. */
  async function* listPages(options: Record<string, string> = {}): AsyncGenerator<string> {
    let token: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix, ...options })
      if (token !== undefined) query.set('continuation-token', token)
      const answer = await call('GET', `${origin}/${bucket}?${query}`)
      const page = await answer.text()
      if (!answer.ok) throw new Error('FILES_URL: the store has no such bucket')
      yield page
      token = valueOf(page, 'NextContinuationToken')
    } while (token !== undefined)
  }

  /** Every file below the prefix, at its place. */
  async function* list(): AsyncGenerator<Listed> {
    for await (const page of listPages())
      for (const [, entry = ''] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/gu)) {
        const place = (valueOf(entry, 'Key') ?? '').slice(prefix.length)
        const writtenAt = new Date(valueOf(entry, 'LastModified') ?? '')
        if (isName(place.split('/').at(-1) ?? '')) yield { place, writtenAt }
      }
  }

  /** The ids of all keys that files in the store are encrypted with, whether this process has them or not. */
  async function storedKeyIds(): Promise<string[]> {
    const ids: string[] = []
    for await (const page of listPages({ delimiter: '/' }))
      for (const [, entry = ''] of page.matchAll(/<CommonPrefixes>([\s\S]*?)<\/CommonPrefixes>/gu))
        ids.push((valueOf(entry, 'Prefix') ?? '').slice(prefix.length, -1))
    return ids
  }

  async function openFirst(name: string, places: readonly string[]): Promise<StoredFile | null> {
    for (const place of places) {
      const stored = await openAt(place)
      if (stored) return decryptFile(keys, name, stored)
    }
    return null
  }

  return {
    async write(bytes, extension, source) {
      const name = nameFile(extension, source)
      await put(name, bytes)
      return name
    },
    async open(name) {
      if (!isName(name)) return null
      const found = await openFirst(name, placesOf(name))
      if (found) return found
      // Another process may have a newer key, or have moved the file from one place to another between two of these looks: only what is in
      // none of the store's folders is missing. `decryptFile` rejects for a key that this process does not have.
      const ids = await storedKeyIds()
      return openFirst(
        name,
        ids.map((id) => `${id}/${name}`),
      )
    },
    async reencrypt(signal, tell) {
      const counts = { renewed: 0, failed: 0 }
      for await (const { place } of list()) {
        if (signal.aborted) break
        const name = place.split('/').at(-1) ?? ''
        if (place === placeOf(name)) continue
        try {
          const stored = await openAt(place)
          if (stored === null) continue
          const file = await decryptFile(keys, name, stored)
          await put(name, await file.read(0, file.size))
          await removeAt(place)
          counts.renewed += 1
        } catch (error) {
          counts.failed += 1
          tell?.(error)
        }
      }
      return counts
    },
    async *writtenBefore(then) {
      for await (const { place, writtenAt } of list())
        if (writtenAt < then) yield place.split('/').at(-1) ?? ''
    },
    async remove(name) {
      if (!isName(name)) return
      for (const place of placesOf(name)) await removeAt(place)
    },
  }
}

/** The text of an XML element that holds no others. */
function valueOf(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`, 'u').exec(xml) ?? []
  return text
    ?.replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
