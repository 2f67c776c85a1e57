import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { Card } from '#ui/list/card.tsx'
import { NoticeRow } from './notice-row.tsx'
import styles from './notice-rows.module.css'

interface MovingNoticeProps {
  /** A modal is open over the page: the line comes and goes only then, because it would move what is below. */
  covered: boolean
  onOpen: () => void
}

/** The money on its way between wallet and games, which no balance counts. Once it has arrived the line keeps its place with nothing. */
export function MovingNotice({ covered, onOpen }: MovingNoticeProps) {
  const { data: moving } = useQuery({ ...walletQueryOptions, select: (wallet) => wallet.moving ?? 0 })
  const [isShown, setShown] = useState<boolean>()
  if (moving !== undefined && (covered || isShown === undefined) && isShown !== moving > 0)
    setShown(moving > 0)
  if (!isShown) return null
  return (
    <Card as="section" className={styles.notice}>
      <NoticeRow
        icon="swap"
        tone={moving ? 'sky' : 'plain'}
        title={<Trans>On its way</Trans>}
        satang={moving ?? 0}
        onOpen={onOpen}
      />
    </Card>
  )
}
