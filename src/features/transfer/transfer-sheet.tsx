import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { Suspense, useMemo } from 'react'
import { lastUsedAtom } from '#data/last-used.ts'
import { LoadFailed } from '#components/load-failed.tsx'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { buttonClass } from '#ui/button/button.tsx'
import { useBefore } from '#operations/use-before.ts'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { TransferDone } from './transfer-done.tsx'
import { accountsOf, collectShape, everyGame } from './transfer-rules.ts'
import { TransferModes } from './transfer-modes.tsx'
import { useTransfers } from './use-transfers.ts'

const Collected = lazyPart(async () => (await import('./collect/collected.tsx')).Collected)

const transferShape = [
  'segments',
  'label',
  'amount',
  'hint',
  'label',
  'field',
  'swap',
  'label',
  'field',
  'button',
] as const

interface TransferSheetProps {
  onClose: () => void
  /** `WALLET` or a game's code to take the money out of, or `GAMES` to bring everything back from all of them. */
  from?: string
}

export function TransferSheet({ onClose, from }: TransferSheetProps) {
  const { t } = useLingui()
  const lastUsed = useAtomValue(lastUsedAtom)
  const query = useQuery(walletQueryOptions)
  const { data: wallet } = query
  const accounts = useMemo(() => wallet && accountsOf(wallet, lastUsed), [wallet, lastUsed])
  const transfers = useTransfers()
  const before = useBefore(accounts, transfers.busy)

  const content = () => {
    if (!accounts) {
      return query.isError ? (
        <LoadFailed queries={[query]} title={t`Your wallet could not be loaded`} />
      ) : (
        <SkeletonPart shape={from === everyGame ? collectShape : transferShape} label={t`Loading`} />
      )
    }
    if (accounts.length === 1) {
      return (
        <StateView
          card={false}
          art="empty"
          title={t`No game account is open yet`}
          text={t`Open a game on the home screen first. Then money can be moved to it.`}
          action={
            // Over the home page it is no link to the current page: it closes the sheet.
            <Link
              to="/user/home"
              replace
              activeOptions={{ exact: true }}
              className={buttonClass({ size: 'compact' })}
            >
              {t`To the home page`}
            </Link>
          }
        />
      )
    }
    if (transfers.collecting.state.status === 'done') {
      return (
        <Suspense fallback={<SkeletonPart shape={collectShape} label={t`Loading`} />}>
          <Collected accounts={accounts} operation={transfers.collecting} onClose={onClose} />
        </Suspense>
      )
    }
    if (transfers.moved) return <TransferDone moved={transfers.moved} accounts={accounts} onClose={onClose} />
    return <TransferModes accounts={before ?? accounts} from={from} transfers={transfers} />
  }
  return (
    <Sheet
      open
      onClose={onClose}
      locked={transfers.busy}
      title={from === everyGame ? t`Move all to wallet` : t`Transfer`}
      closeLabel={t`Close`}
    >
      {content()}
    </Sheet>
  )
}
