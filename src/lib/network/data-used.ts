import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const dataUsed = v.object({
  /** The Bangkok month that is counted, `YYYY-MM`. */
  month: v.pipe(v.string(), v.regex(/^\d{4}-\d\d$/)),
  bytes: count,
  /** The addresses of the pictures that the data saver left out in this month: loaded, each would be transferred once. */
  held: v.array(v.string()),
  /** Number of pictures ever loaded; with their bytes this gives the average size. */
  pictures: count,
  pictureBytes: count,
})
type DataUsed = v.InferOutput<typeof dataUsed>

/** Bangkok is at UTC+7 all year round. Without luxon, because visitors' pages count too and have no dates. */
export const bangkokMonth = (at: number): string => new Date(at + 7 * 3_600_000).toISOString().slice(0, 7)

const none: DataUsed = { month: '', bytes: 0, held: [], pictures: 0, pictureBytes: 0 }

/** What the app has transferred on this device. It belongs to the device: signing out leaves it. */
export const dataUsedAtom = storedAtom<DataUsed>(storageKeys.dataUsed, dataUsed, none)

/** This month's part, at `now` in ms since 1970. */
export function usedInMonth(used: DataUsed, now: number): DataUsed {
  const month = bangkokMonth(now)
  return used.month === month ? used : { ...used, month, bytes: 0, held: [] }
}

/** More are not remembered. */
const maxHeld = 500

interface Added {
  bytes?: number
  /** The sizes of pictures that were loaded, in bytes, by their addresses. */
  pictures?: ReadonlyMap<string, number>
  /** The addresses of pictures that were left out. */
  held?: readonly string[]
}

/** Adds to what this month has used, at `now` in ms since 1970. */
export function addDataUsed({ bytes = 0, pictures = new Map(), held = [] }: Added, now = Date.now()): void {
  store.set(dataUsedAtom, (previous) => {
    const used = usedInMonth(previous, now)
    const leftOut = new Set([...used.held, ...held])
    // A tap showed it after all.
    for (const address of pictures.keys()) leftOut.delete(address)
    return {
      month: used.month,
      bytes: used.bytes + bytes,
      held: [...leftOut].slice(0, maxHeld),
      pictures: used.pictures + pictures.size,
      pictureBytes: [...pictures.values()].reduce((sum, size) => sum + size, used.pictureBytes),
    }
  })
}

/** The bytes that the data saver spared, by the size of the pictures that were loaded here; undefined while none were. */
export function savedBytes({ held, pictures, pictureBytes }: DataUsed): number | undefined {
  return pictures > 0 ? Math.round((held.length * pictureBytes) / pictures) : undefined
}
