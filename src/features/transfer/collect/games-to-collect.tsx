import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useWalletAge } from '#data/wallet-age.tsx'
import { Status } from '#ui/status.tsx'
import type { Account } from '../transfer-rules.ts'
import { collectionQueryOptions } from './collect-queries.ts'
import { GameRows } from './game-rows.tsx'

export interface GamesToCollectProps {
  /** The wallet, which has no name of its own, and the games. */
  accounts: readonly Account[]
}

/** What each game holds, which is moved by a transfer of its own; and what is still on its way since the last time. */
export function GamesToCollect({ accounts }: GamesToCollectProps) {
  const { t } = useLingui()
  const { stale } = useWalletAge()
  const collection = useQuery(collectionQueryOptions).data
  const games = accounts
    .filter(({ name, balance }) => name !== undefined && balance > 0)
    .map(({ code, balance }) => ({ code, amount: balance }))
  const moving = collection?.moves.filter(({ status }) => status === 'moving') ?? []
  return (
    <>
      {games.length > 0 && (
        <GameRows label={t`What is in games`} accounts={accounts} rows={games} stale={stale} />
      )}
      {moving.length > 0 && (
        <GameRows
          label={t`Still on its way to the wallet`}
          accounts={accounts}
          rows={moving.map((row) => ({ ...row, state: <OnItsWay /> }))}
        />
      )}
    </>
  )
}

export function OnItsWay() {
  return (
    <Status>
      <Trans>On its way</Trans>
    </Status>
  )
}
