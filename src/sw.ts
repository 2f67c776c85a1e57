import { reportDataUsed } from './pwa/worker/data-used.ts'
import { sendDirectly } from './pwa/worker/direct-requests.ts'
import { leaveWhenTold } from './pwa/worker/leave-when-told.ts'
import { keepLookups } from './pwa/worker/lookups.ts'
import { keepPictures } from './pwa/worker/pictures.ts'
import { showPushes } from './pwa/worker/push.ts'
import { takeShared } from './pwa/worker/share.ts'
import { sendOutboxWhenOnline } from './pwa/worker/send-outbox.ts'
import { keepShell } from './pwa/worker/shell.ts'
import { updateWhenTold } from './pwa/worker/update.ts'
import { keepVideos } from './pwa/worker/videos.ts'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: Parameters<typeof keepShell>[0]
}

leaveWhenTold()
sendDirectly()
keepShell(self.__WB_MANIFEST)
keepLookups()
keepPictures()
keepVideos()
takeShared()
sendOutboxWhenOnline()
showPushes()
updateWhenTold()
reportDataUsed()
