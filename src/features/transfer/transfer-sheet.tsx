import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { LoadFailed } from '#data/load-failed.tsx'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StateView } from '#ui/state-view.tsx'
import { TransferDone } from './transfer-done.tsx'
import { accountsOf } from './transfer-rules.ts'
import { TransferModes } from './transfer-modes.tsx'
import { useTransfers } from './use-transfers.ts'

interface TransferSheetProps {
  onClose: () => void
  /** `WALLET` or a game's code to take the money out of. */
  from?: string
}

export function TransferSheet({ onClose, from }: TransferSheetProps) {
  const { t } = useLingui()
  const offline = useOffline()
  const query = useQuery(walletQueryOptions)
  const { data: wallet } = query
  const accounts = useMemo(() => wallet && accountsOf(wallet), [wallet])
  const transfers = useTransfers()

  const content = () => {
    if (!accounts) {
      return query.isError ? (
        <LoadFailed queries={[query]} title={t`Your wallet could not be loaded`} />
      ) : (
        <Skeleton height="16rem" />
      )
    }
    if (accounts.length === 1) {
      return (
        <StateView
          card={false}
          art="empty"
          title={t`No game account is open yet`}
          text={t`Open a game on the home screen first. Then money can be moved to it.`}
        />
      )
    }
    if (transfers.moved) return <TransferDone moved={transfers.moved} accounts={accounts} onClose={onClose} />
    return <TransferModes accounts={accounts} from={from} offline={offline} transfers={transfers} />
  }
  return (
    <Sheet open onClose={onClose} locked={transfers.busy} title={t`Transfer`} closeLabel={t`Close`}>
      {content()}
    </Sheet>
  )
}
