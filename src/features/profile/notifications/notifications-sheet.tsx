import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '#components/load-failed.tsx'
import { useOffline } from '#pwa/use-connection.ts'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { SkeletonRows } from '#ui/list/skeleton.tsx'
import { pushQueryOptions } from './push-queries.ts'
import { PushObstacleNotice } from './push-obstacle-notice.tsx'
import { PushPreferencesForm } from './push-preferences-form.tsx'
import { PushSwitch } from './push-switch.tsx'

/** Switches the notifications of this browser, and says what the member is notified of. */
export function NotificationsSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Sheet open onClose={onClose} title={t`Notifications`} closeLabel={t`Close`}>
      <Notifications />
    </Sheet>
  )
}

function Notifications() {
  const { t } = useLingui()
  const query = useQuery(pushQueryOptions)
  const { data, error } = query
  const offline = useOffline()
  if (!data) {
    if (!offline && !error) return <SkeletonRows count={3} label={t`Loading your notifications`} />
    return <LoadFailed queries={[query]} title={t`Your notifications could not be loaded`} />
  }
  const { publicKey, obstacle, isOn, shown } = data
  if (obstacle) return <PushObstacleNotice obstacle={obstacle} />
  return (
    <>
      <PushSwitch publicKey={publicKey} isOn={isOn} offline={offline} />
      {isOn && <PushPreferencesForm preferences={shown} offline={offline} />}
    </>
  )
}
