import { beforeEach, expect, test } from 'vitest'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, removeStored } from '#lib/storage.ts'
import * as v from 'valibot'
import { areRemembered, rememberAgreements } from './agreements-memory.ts'

beforeEach(() => removeStored(storageKeys.rememberedAgreement))

test('remembered agreements are not shown again; changed ones are', () => {
  const texts = ['<p>หนึ่ง</p>', '<p>ສອງ</p>']
  expect(areRemembered(texts)).toBe(false)
  rememberAgreements(texts, true)
  expect(areRemembered([...texts])).toBe(true)
  expect(areRemembered(texts.toReversed())).toBe(false)
  expect(areRemembered([texts.join('')])).toBe(false)
  expect(areRemembered([...texts, ''])).toBe(false)
})

test('agreements that are no longer remembered are shown again', () => {
  rememberAgreements(['a'], true)
  rememberAgreements(['a'], false)
  expect(areRemembered(['a'])).toBe(false)
  expect(readStored(storageKeys.rememberedAgreement, v.unknown())).toBeUndefined()
})
