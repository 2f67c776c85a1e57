import { Suspense } from 'react'
import { storageKeys } from '#lib/storage-keys.ts'
import { isForgotten } from '#lib/storage.ts'
import { optionalPart } from '#ui/lazy-part.tsx'

const Notice = optionalPart(
  async () => (await import('#features/help/phone/storage-unavailable-notice.tsx')).StorageUnavailableNotice,
)

const isSessionForgotten = () => isForgotten(storageKeys.token)

/** Loads the notice before its page shows, so that it appears with the page and, unless its file failed at first, shifts nothing later. */
export const loadStorageNotice = () => isSessionForgotten() && Notice.fetchFile()

/** Says that the session ends with the page, where the browser could not store it. */
export const StorageNotice = () =>
  isSessionForgotten() && (
    <Suspense>
      <Notice />
    </Suspense>
  )
