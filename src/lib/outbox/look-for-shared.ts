import { store } from '#lib/store.ts'
import { sharedWaitsAtom } from './shared-waits.ts'
import { unseenSlips } from './shared-slip-line.ts'

/** Tells the page which shared pictures still wait. Never fails. */
export async function lookForShared(): Promise<void> {
  // Without caches nothing is stored.
  store.set(sharedWaitsAtom, await unseenSlips().catch(() => []))
}
