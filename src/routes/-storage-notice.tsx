import { lazyRouteComponent } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { storageKeys } from '#lib/storage-keys.ts'
import { isForgotten } from '#lib/storage.ts'

/** Shows nothing if its file cannot be loaded: it is only advice. */
const nothing: { StorageUnavailableNotice: FunctionComponent } = { StorageUnavailableNotice: () => null }
const read = (): Promise<typeof nothing> =>
  import(/* online only */ '#features/help/phone/storage-unavailable-notice.tsx').catch(() => nothing)
const Notice = lazyRouteComponent(read, 'StorageUnavailableNotice')

const isSessionForgotten = () => isForgotten(storageKeys.token)

/** Loads the notice before its page shows, so that it appears with the page and shifts nothing later. */
export const readStorageNotice = () => isSessionForgotten() && Notice.preload?.()

/** Says that the session ends with the page, where the browser could not store it. */
export const StorageNotice = () => isSessionForgotten() && <Notice />
