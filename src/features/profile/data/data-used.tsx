import { Plural, Trans } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { dataUsedAtom, savedBytes, usedInMonth } from '#lib/network/data-used.ts'
import { Card } from '#ui/list/card.tsx'
import styles from '../profile-card.module.css'
import { sizeText } from './size-text.ts'

/** What the app has transferred on this phone this month, and what the data saver spared. */
export function DataUsed() {
  const [openedAt] = useState(() => Date.now())
  const used = usedInMonth(useAtomValue(dataUsedAtom), openedAt)
  const size = sizeText(used.bytes)
  const held = used.held.length
  const saved = savedBytes(used)
  return (
    <>
      <Card as="dl" rows>
        <div className={styles.row}>
          <dt>
            <Trans>Used this month</Trans>
          </dt>
          <dd>
            <Trans>about {size}</Trans>
          </dd>
        </div>
        {held > 0 && (
          <div className={styles.row}>
            <dt>
              <Plural value={held} one={`${held} picture left out`} other={`${held} pictures left out`} />
            </dt>
            <dd>{saved !== undefined && <Saved size={sizeText(saved)} />}</dd>
          </div>
        )}
      </Card>
      <p className={styles.note}>
        <Trans>Counted on this phone. Chat messages are not included.</Trans>
      </p>
    </>
  )
}

function Saved({ size }: { size: string }) {
  return <Trans>about {size} saved</Trans>
}
