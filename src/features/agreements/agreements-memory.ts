import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, removeStored, writeStored } from '#lib/storage.ts'
import { shortHash } from '#lib/text/short-hash.ts'

/** Whether the member chose not to see these texts again. Changed texts are shown again. */
export function areRemembered(texts: readonly string[]): boolean {
  return readStored(storageKeys.rememberedAgreement, v.string()) === markOf(texts)
}

export function rememberAgreements(texts: readonly string[], remember: boolean): void {
  if (remember) writeStored(storageKeys.rememberedAgreement, markOf(texts))
  else removeStored(storageKeys.rememberedAgreement)
}

const markOf = (texts: readonly string[]): string => shortHash(JSON.stringify(texts)).toString(36)
