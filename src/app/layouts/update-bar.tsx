import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useIsBusy } from '#data/busy.ts'
import { useUpdate } from '#pwa/use-update.ts'
import { Button } from '#ui/button.tsx'
import styles from './update-bar.module.css'

/** Offers a new version, when nothing is under way that it would interrupt. */
export function UpdateBar() {
  const take = useUpdate()
  const busy = useIsBusy()
  const [later, setLater] = useState(false)
  if (!take || busy || later) return null
  return (
    <section className={styles.bar} aria-live="polite">
      <span>
        <Trans>A new version is ready</Trans>
      </span>
      <Button size="slim" variant="plain" onClick={() => setLater(true)}>
        <Trans>Later</Trans>
      </Button>
      <Button size="slim" onClick={take}>
        <Trans>Update</Trans>
      </Button>
    </section>
  )
}
