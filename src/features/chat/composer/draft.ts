import { useState } from 'react'
import * as v from 'valibot'
import { tokenArea } from '#api/token.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, removeStored, writeStored } from '#lib/storage.ts'

const kept = v.object({ owner: v.string(), text: v.string() })

/** Keeps an unsent text for its owner until it is sent. */
export function useDraft(owner: string): [text: string, write: (text: string) => void] {
  const area = tokenArea() ?? 'local'
  const [text, setText] = useState(() => {
    const draft = readStored(storageKeys.chatDraft, kept, area)
    return draft?.owner === owner ? draft.text : ''
  })
  const write = (next: string) => {
    setText(next)
    if (next === '') removeStored(storageKeys.chatDraft)
    else writeStored(storageKeys.chatDraft, { owner, text: next }, area)
  }
  return [text, write]
}
