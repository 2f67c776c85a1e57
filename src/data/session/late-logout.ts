import { RESET } from 'jotai/utils'
import * as v from 'valibot'
import { toApiError } from '#api/api-error.ts'
import { request } from '#api/client.ts'
import { logoutLater } from '#api/contract/login.ts'
import { hasExtension } from '#lib/network/api-extensions.ts'
import { lastCallAtom } from '#lib/network/reachability.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'

/** Sessions that ended here and whose end the server has not confirmed, by their token's SHA-256, which gives no access. */
const pendingAtom = storedAtom(storageKeys.lateLogouts, v.array(v.string()), [])
const maxPending = 5
/** Those whose logout is on its way from this page. Another page may report one of them too: the server ends it once. */
const onTheirWay = new Set<string>()

/**
 * Ends a session at the server once it can be reached. `isTold`: whether the logout that is on its way made that needless; a page
 * that is closed before it is known leaves the session noted.
 */
export async function revokeLater(token: string, isTold?: Promise<boolean>): Promise<void> {
  // Missing without https, as on a phone in a developer's network.
  const { subtle } = crypto as Partial<Crypto>
  if (!subtle) return
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(token))
  // Not by `base64urlOf`: members' pages would load the file that it shares with the entry of a code.
  const session = btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  if (isTold) onTheirWay.add(session)
  store.set(pendingAtom, (pending) => [...new Set(pending).add(session)].slice(-maxPending))
  if (await isTold) forget(session)
  onTheirWay.delete(session)
}

function forget(session: string): void {
  store.set(pendingAtom, (pending) => {
    const left = pending.filter((one) => one !== session)
    return left.length > 0 ? left : RESET
  })
}

/** Ends a session that nobody uses: at once if the server can be reached, else later. */
export async function revokeUnused(token: string): Promise<void> {
  await revokeLater(token)
  await report()
}

let isTelling = false
/** A failed attempt is repeated after a minute, not with every answer; in ms since the page was opened, whatever the phone's clock. */
let notBefore = 0
const pauseMs = 60_000

/** Reports the sessions to the server, on this visit or a later one. */
async function report(): Promise<void> {
  if (isTelling || performance.now() < notBefore || !navigator.onLine || !hasExtension('late-logout')) return
  isTelling = true
  for (const session of store.get(pendingAtom)) {
    if (onTheirWay.has(session)) continue
    try {
      await request(logoutLater, { body: { session } })
    } catch (error) {
      if (toApiError(error).isTemporary) {
        notBefore = performance.now() + pauseMs
        break
      }
    }
    forget(session)
  }
  isTelling = false
}

// Reports what an earlier visit left. A page of help makes no call, so `lastCallAtom` alone would not lead to it.
void report()
globalThis.addEventListener('online', () => {
  notBefore = 0
  // A logout sent before the network was back may wait a minute for its time limit: it is reported without waiting for that.
  onTheirWay.clear()
  void report()
})
store.sub(lastCallAtom, () => {
  // The extensions that the answer announces are noted right after it.
  if (store.get(lastCallAtom)?.result === 'answered') void Promise.resolve().then(report)
})
