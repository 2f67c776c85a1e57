import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { transfer } from '#api/contract/wallet.ts'
import { ActNotice } from '#data/act-notice.tsx'
import { useAct } from '#data/act.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StateView } from '#ui/state-view.tsx'
import { TransferDone } from './transfer-done.tsx'
import { TransferEntry } from './transfer-entry.tsx'
import type { Transfer } from './transfer-form.ts'
import { sidesOf } from './transfer-rules.ts'

interface TransferSheetProps {
  onClose: () => void
  /** `WALLET` or a game's code to take the money out of. */
  from?: string
}

export function TransferSheet({ onClose, from }: TransferSheetProps) {
  const { t } = useLingui()
  const offline = useOffline()
  const { data: wallet, isError, isFetching, refetch } = useQuery(walletQueryOptions)
  const sides = useMemo(() => wallet && sidesOf(wallet), [wallet])
  const act = useAct(transfer)
  const [moved, setMoved] = useState<Transfer>()

  const content = () => {
    if (!sides) {
      return isError ? (
        <StateView
          card={false}
          art="failed"
          title={t`The wallet could not be loaded`}
          text={t`Please check the connection and try again.`}
          action={
            <Button size="compact" icon="refresh" loading={isFetching} onClick={() => void refetch()}>
              {t`Try again`}
            </Button>
          }
        />
      ) : (
        <Skeleton height="16rem" />
      )
    }
    if (sides.length === 1) {
      return (
        <StateView
          card={false}
          art="empty"
          title={t`No game account is open yet`}
          text={t`Open a game on the home screen first. Then money can be moved to it.`}
        />
      )
    }
    if (moved && act.state.status === 'done') {
      return <TransferDone moved={moved} sides={sides} onClose={onClose} />
    }
    return (
      <TransferEntry
        sides={sides}
        from={from}
        offline={offline}
        busy={act.busy}
        blocked={act.state.status === 'unknown'}
        onSubmit={(fields) => {
          setMoved(fields)
          void act.run({ body: fields })
        }}
      >
        <ActNotice act={act} />
      </TransferEntry>
    )
  }
  return (
    <Sheet open onClose={onClose} locked={act.busy} title={t`Transfer`} closeLabel={t`Close`}>
      {content()}
    </Sheet>
  )
}
