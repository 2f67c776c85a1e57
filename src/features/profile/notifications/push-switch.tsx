import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Card } from '#ui/list/card.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { Switch } from '#ui/form/switch.tsx'
import styles from './notifications.module.css'
import { useSwitchPush } from './push-queries.ts'
import { renew } from './subscription.ts'

interface PushSwitchProps {
  publicKey: string
  isOn: boolean
  offline: boolean
}

/** Switches the notifications of this browser. The browser asks the member itself. */
export function PushSwitch({ publicKey, isOn, offline }: PushSwitchProps) {
  const { t } = useLingui()
  const { mutate, isPending, variables, data: failure } = useSwitchPush(publicKey)
  const [wasOn] = useState(isOn)
  useEffect(() => {
    // If the backend cannot be reached now, the next visit reports it.
    if (wasOn) renew(publicKey).catch(() => undefined)
  }, [wasOn, publicKey])
  return (
    <>
      <Card className={styles.row}>
        <Switch
          checked={isPending ? variables : isOn}
          disabled={offline && !isPending}
          onChange={(on) => !isPending && mutate(on)}
          label={t`Notifications on this device`}
          hint={
            offline
              ? t`You are offline. You can change this when you are connected again.`
              : t`They arrive when the app is closed too.`
          }
        />
      </Card>
      <div aria-live="polite">
        {!isPending && !isOn && failure === 'unanswered' && (
          <Notice title={<Trans>Notifications are still off</Trans>}>
            <Trans>Please turn them on again and choose “Allow” when the browser asks.</Trans>
          </Notice>
        )}
        {!isPending && !isOn && failure === 'unavailable' && (
          <Notice title={<Trans>Notifications are still off</Trans>}>
            <Trans>
              This browser could not reach its notification service. Please try again in a moment, or use
              another browser.
            </Trans>
          </Notice>
        )}
      </div>
    </>
  )
}
