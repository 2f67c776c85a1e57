import { atom } from 'jotai'
import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'

/** The browser's report on the connection; many browsers have none. */
interface ConnectionReport {
  saveData?: boolean | undefined
  effectiveType?: string | undefined
}

/** The data saver: as on the phone, or by the member's choice. */
type Saving = 'system' | 'on' | 'off'

const { connection } = (globalThis.navigator ?? {}) as {
  connection?: ConnectionReport & Partial<EventTarget>
}
const qualityNow = (): ConnectionReport => ({
  saveData: connection?.saveData,
  effectiveType: connection?.effectiveType,
})

export const connectionQualityAtom = atom(qualityNow())
connection?.addEventListener?.('change', () => store.set(connectionQualityAtom, qualityNow()))

export const savingAtom = storedAtom<Saving>(storageKeys.saveData, v.picklist(['on', 'off']), 'system')

/** Whether to save data: by the member's choice, the phone's data saver, or a very slow connection. */
export const isDataSaverAtom = atom((get) => {
  const saving = get(savingAtom)
  const { saveData, effectiveType } = get(connectionQualityAtom)
  return saving === 'system' ? saveData === true || effectiveType?.endsWith('2g') === true : saving === 'on'
})

/** The pictures of this page load that were left out to save data. */
export const heldPicturesAtom = atom<readonly string[]>([])
