import { routerAtom } from '#lib/router-atom.ts'
import { store } from '#lib/store.ts'
import { opensSheet } from './layer-guard.ts'

/** Goes to an address of the app. Its sheet closes with the entry that is added here, and Back leads to what was open before. */
export function openAddress(address: string): void {
  const modal = opensSheet(new URL(address, location.origin))
  void store.get(routerAtom)?.navigate({ href: address, state: { modal } })
}
