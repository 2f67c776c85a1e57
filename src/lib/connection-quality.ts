import { atom } from 'jotai'
import * as v from 'valibot'
import { storageKeys } from './storage-keys.ts'
import { store } from './store.ts'
import { storedAtom } from './stored-atom.ts'

/** What the browser says of the phone's line; many say nothing. */
interface Line {
  saveData?: boolean | undefined
  effectiveType?: string | undefined
}

/** Whether data is saved here: as the phone does, or by the member's own choice. */
export type Saving = 'system' | 'on' | 'off'

const { connection } = (globalThis.navigator ?? {}) as { connection?: Line & Partial<EventTarget> }
const qualityNow = (): Line => ({
  saveData: connection?.saveData,
  effectiveType: connection?.effectiveType,
})

export const connectionQualityAtom = atom(qualityNow())
connection?.addEventListener?.('change', () => store.set(connectionQualityAtom, qualityNow()))

export const savingAtom = storedAtom<Saving>(storageKeys.saveData, v.picklist(['on', 'off']), 'system')

/** True where each byte counts: somebody wants it so, the phone saves data, or its line is hardly one. */
export const isDataSaverAtom = atom((get) => {
  const saving = get(savingAtom)
  const { saveData, effectiveType } = get(connectionQualityAtom)
  return saving === 'system' ? saveData === true || effectiveType?.endsWith('2g') === true : saving === 'on'
})

/** True where something may be fetched that is perhaps never needed. */
export const mayPrefetchAtom = atom(
  (get) => !get(isDataSaverAtom) && get(connectionQualityAtom).effectiveType !== '3g',
)
