import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { withdraw } from '#api/contract/wallet.ts'
import { useAct } from '#data/act.ts'
import { withdrawLimitsQueryOptions } from '#data/site-config-queries.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { bahtToSatang, satangToBaht } from '#lib/money.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StateView } from '#ui/state-view.tsx'
import { WithdrawConfirm } from './withdraw-confirm.tsx'
import { StatementLink, WithdrawDone } from './withdraw-done.tsx'
import { WithdrawStart } from './withdraw-start.tsx'

export function WithdrawSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const offline = useOffline()
  const wallet = useQuery(walletQueryOptions)
  const limits = useQuery(withdrawLimitsQueryOptions)
  const act = useAct(withdraw)
  const [satang, setSatang] = useState<number>()
  const [confirming, setConfirming] = useState(false)

  const steps = () => {
    if (!wallet.data || !limits.data) {
      const failed = [wallet, limits].filter((query) => query.isError)
      return failed.length > 0 ? <Failed queries={failed} /> : <Skeleton height="16rem" />
    }
    const { bankAccount } = wallet.data
    if (!confirming || satang === undefined || !bankAccount) {
      return (
        <WithdrawStart
          wallet={wallet.data}
          limits={limits.data}
          initial={satang}
          offline={offline}
          onSubmit={(amount) => {
            setSatang(amount)
            setConfirming(true)
          }}
        />
      )
    }
    if (act.state.status === 'done') {
      return <WithdrawDone satang={satang} account={bankAccount} onClose={onClose} />
    }
    return (
      <>
        <WithdrawConfirm
          satang={satang}
          held={bahtToSatang(wallet.data.wallet.amount)}
          account={bankAccount}
          act={act}
          offline={offline}
          onConfirm={() => void act.run({ body: { amount: satangToBaht(satang) } })}
          onBack={() => {
            act.reset()
            setConfirming(false)
          }}
        />
        {act.state.status === 'unknown' && <StatementLink />}
      </>
    )
  }
  return (
    <Sheet open onClose={onClose} locked={act.busy} title={t`Withdraw`} closeLabel={t`Close`}>
      {steps()}
    </Sheet>
  )
}

function Failed({ queries }: { queries: { isFetching: boolean; refetch: () => unknown }[] }) {
  const { t } = useLingui()
  return (
    <StateView
      card={false}
      art="failed"
      title={t`The wallet could not be loaded`}
      text={t`Please check the connection and try again.`}
      action={
        <Button
          size="compact"
          icon="refresh"
          loading={queries.some((query) => query.isFetching)}
          onClick={() => queries.forEach((query) => query.refetch())}
        >
          {t`Try again`}
        </Button>
      }
    />
  )
}
