import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { collect, CollectMove } from '#api/contract/collect.ts'
import { LoadFailed } from '#components/load-failed.tsx'
import { refreshMoney } from '#data/wallet/refresh-money.ts'
import { sumSatang } from '#lib/money/money.ts'
import type { Operation } from '#operations/use-operation.ts'
import { useGoodMoment } from '#pwa/use-install.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button/button.tsx'
import { Outcome } from '#ui/message/outcome.tsx'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { Status } from '#ui/message/status.tsx'
import { type Account, collectShape } from '../transfer-rules.ts'
import { collectionQueryOptions } from './collect-queries.ts'
import { GameRows } from './game-rows.tsx'
import { OnItsWay } from './games-to-collect.tsx'

interface CollectedProps {
  accounts: readonly Account[]
  /** It is done: every game's transfer was begun. */
  operation: Pick<Operation<typeof collect>, 'state' | 'busy' | 'recheck' | 'reset'>
  onClose: () => void
}

const states: Record<CollectMove['status'], ReactNode> = {
  moving: <OnItsWay />,
  moved: (
    <Status tone="done">
      <Trans>In the wallet</Trans>
    </Status>
  ),
  returned: (
    <Status tone="failed">
      <Trans>Still in the game</Trans>
    </Status>
  ),
}

/** What became of each game's transfer. It is asked for until all have ended, and nothing is begun again by itself. */
export function Collected({ accounts, operation, onClose }: CollectedProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { state } = operation
  const reply = state.status === 'done' ? state.reply : undefined
  const isNothing = reply?.amount === 0
  const id = reply?.id ?? undefined
  // Where the reply is lost, its id is: the last collection may be another phone's.
  const query = useQuery({ ...collectionQueryOptions(id), enabled: id !== undefined })
  const moves = id === undefined ? undefined : query.data?.moves
  const of = (status: CollectMove['status']) => moves?.filter((move) => move.status === status) ?? []
  const [moving, returned] = [of('moving'), of('returned')]
  const arrived = sumSatang(of('moved').map(({ amount }) => amount))
  const phase = moving.length > 0 ? 'moving' : returned.length > 0 ? 'returned' : 'moved'
  useGoodMoment(moves !== undefined && phase === 'moved')

  const ends = moves?.map(({ status }) => status).join(' ')
  useEffect(() => {
    if (ends !== undefined) refreshMoney(queryClient)
  }, [ends, queryClient])

  const done = (
    <Button variant="primary" size="money" wide onClick={onClose}>
      <Trans>Done</Trans>
    </Button>
  )
  if (isNothing) {
    return (
      <>
        <Outcome icon="check" tone="jade" title={<Trans>There was nothing to move</Trans>} />
        {done}
      </>
    )
  }
  if (!moves) {
    const loading = id === undefined ? { isFetching: operation.busy, refetch: operation.recheck } : query
    return id === undefined || query.isError ? (
      <LoadFailed queries={[loading]} title={t`The result could not be loaded`} />
    ) : (
      <SkeletonPart shape={collectShape} label={t`Loading`} />
    )
  }
  return (
    <>
      <div aria-live="polite">
        <Result phase={phase} arrived={arrived} />
      </div>
      <GameRows
        label={t`All games`}
        accounts={accounts}
        rows={moves.map((move) => ({ ...move, state: states[move.status] }))}
      />
      {phase === 'returned' && (
        <Button size="money" wide icon="refresh" onClick={operation.reset}>
          <Trans>Try again</Trans>
        </Button>
      )}
      {done}
    </>
  )
}

function Result({ phase, arrived }: { phase: CollectMove['status']; arrived: number }) {
  const figure = <Amount satang={arrived} />
  if (phase === 'moved')
    return <Outcome icon="check" tone="jade" title={<Trans>Transferred</Trans>} figure={figure} />
  if (phase === 'moving') {
    return (
      <Outcome icon="clock" tone="sky" title={<Trans>Still on its way to the wallet</Trans>} figure={figure}>
        <p>
          <Trans>
            Each game answers by itself. You need not wait here: the money arrives, or stays in the game.
          </Trans>
        </p>
      </Outcome>
    )
  }
  return (
    <Outcome icon="alert" tone="coral" title={<Trans>Not every game paid out</Trans>} figure={figure}>
      <p>
        <Trans>What did not arrive is still in the game. Nothing is lost.</Trans>
      </p>
    </Outcome>
  )
}
