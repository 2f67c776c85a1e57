import { Trans, useLingui } from '@lingui/react/macro'
import type { Collection } from '#api/contract/collect.ts'
import { useWalletAge } from '#data/wallet/wallet-age.ts'
import { Status } from '#ui/message/status.tsx'
import type { Account } from '../transfer-rules.ts'
import { GameRows } from './game-rows.tsx'

interface GamesToCollectProps {
  /** The wallet, which has no name of its own, and the games. */
  accounts: readonly Account[]
  /** The last one; null if there was none. */
  collection: Collection | null | undefined
}

/** What each game holds, which is moved by a transfer of its own; and what is still on its way since the last time. */
export function GamesToCollect({ accounts, collection }: GamesToCollectProps) {
  const { t } = useLingui()
  const { stale } = useWalletAge()
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
