import { Trans } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { busyAtom, memberBusyAtom } from '#data/session/busy.ts'
import { updateAtom } from '#pwa/update-atom.ts'
import { Button } from '#ui/button/button.tsx'
import styles from './update-bar.module.css'

/** Offers a new version, unless it would interrupt something. */
export function UpdateBar() {
  const update = useAtomValue(updateAtom)
  // If a file of this version is missing, an open QR does not delay the offer: it is shown again after the update.
  const busy = useAtomValue(update?.isNeeded ? memberBusyAtom : busyAtom)
  const [later, setLater] = useState<typeof update>()
  if (!update || busy || update === later) return null
  return (
    <section className={styles.bar} aria-live="polite">
      <span>
        {update.isNeeded ? (
          <Trans>Please update to open this. Your money is safe.</Trans>
        ) : (
          <Trans>A new version is ready</Trans>
        )}
      </span>
      {!update.isComing && (
        <Button size="slim" variant="plain" onClick={() => setLater(update)}>
          <Trans>Not now</Trans>
        </Button>
      )}
      <Button size="slim" loading={update.isComing} onClick={update.accept}>
        <Trans>Update</Trans>
      </Button>
    </section>
  )
}
