import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, removeStored, writeStored } from '#lib/storage.ts'

/** Whether the member chose not to see these texts again. Changed texts are shown again. */
export function areRemembered(texts: readonly string[]): boolean {
  return readStored(storageKeys.rememberedAgreement, v.string()) === markOf(texts)
}

export function rememberAgreements(texts: readonly string[], remember: boolean): void {
  if (remember) writeStored(storageKeys.rememberedAgreement, markOf(texts))
  else removeStored(storageKeys.rememberedAgreement)
}

/** A short hash of the texts (FNV-1a). It need not be cryptographic. */
function markOf(texts: readonly string[]): string {
  let mark = 0x811c9dc5
  for (const letter of JSON.stringify(texts))
    mark = Math.imul(mark ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (mark >>> 0).toString(36)
}
