import * as v from 'valibot'
import { storageKeys } from './storage-keys.ts'
import { readStored, removeStored, writeStored } from './storage.ts'

/** What the browser says of the phone's line; many say nothing. */
interface Line extends Partial<EventTarget> {
  saveData?: boolean
  effectiveType?: string
}

/** Whether data is saved here: as the phone does, or by the member's own choice. */
export type Saving = 'system' | 'on' | 'off'

const lineOf = () => ('navigator' in globalThis ? (navigator as { connection?: Line }).connection : undefined)

export function chosenSaving(): Saving {
  return readStored(storageKeys.saveData, v.picklist(['on', 'off'])) ?? 'system'
}

export function chooseSaving(saving: Saving): void {
  if (saving === 'system') removeStored(storageKeys.saveData)
  else writeStored(storageKeys.saveData, saving)
}

/** True where each byte counts: somebody wants it so, the phone saves data, or its line is hardly one. */
export function sparesData(line: Line | undefined = lineOf()): boolean {
  const saving = chosenSaving()
  if (saving !== 'system') return saving === 'on'
  return line?.saveData === true || line?.effectiveType?.endsWith('2g') === true
}

/** True where something may be fetched that is perhaps never needed. */
export function isGoodLine(line: Line | undefined = lineOf()): boolean {
  return !sparesData(line) && line?.effectiveType !== '3g'
}

/** Calls back when the browser says something else of the line. Returns what ends it. */
export function onLine(listener: () => void): () => void {
  const line = lineOf()
  line?.addEventListener?.('change', listener)
  return () => line?.removeEventListener?.('change', listener)
}
