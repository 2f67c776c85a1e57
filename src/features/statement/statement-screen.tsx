import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useId } from 'react'
import type { Statement } from '#api/contract/statement.ts'
import { LoadFailed } from '#components/load-failed.tsx'
import type { ListPlace } from '#data/pages.ts'
import { RefreshLine } from '#components/refresh-line.tsx'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Pager } from '#ui/list/pager.tsx'
import { Page, PageColumn, PageTitle } from '#ui/frame/shell.tsx'
import { SkeletonRows } from '#ui/list/skeleton.tsx'
import { useNow } from '#ui/use-now.ts'
import { useDayTotals } from './day-totals.ts'
import { KindChoices } from './kind-choices.tsx'
import { RowDetails, RowDetailsCard } from './row-details.tsx'
import { StatementDays } from './statement-days.tsx'
import { toStatementFilter, type StatementSearch } from './statement-filter.ts'
import { StatementRow } from './statement-row.tsx'
import styles from './statement-screen.module.css'
import { NothingHere } from './statement-states.tsx'
import { groupByDay } from './statement-rules.ts'
import { statementToolsQueryOptions } from './statement-tools-queries.ts'
import { useChosenRow } from './use-chosen-row.ts'
import { useStatementPage } from './use-statement-page.ts'

interface StatementScreenProps {
  place: ListPlace
  onPlace: (place: ListPlace, options?: { replace: boolean }) => void
  search: StatementSearch
  onFilter: (search: StatementSearch) => void
  /** Opens the uploaded slips. */
  onSlips: () => void
}

export function StatementScreen({ place, onPlace, search, onFilter, onSlips }: StatementScreenProps) {
  const { t } = useLingui()
  const now = useNow(30_000)
  const filter = toStatementFilter(search)
  const { query, pages, isBeyond, turn, edges } = useStatementPage(place, filter, onPlace)
  const { data, error, isPlaceholderData } = query
  const { data: wallet } = useQuery(walletQueryOptions)
  const gameName = (code: string) => wallet?.slots.find((slot) => slot.code === code)?.name ?? code
  const offline = useOffline()
  const rows = data?.statements ?? []
  const isLoading = !data && !offline && !error
  const { keyedRows, chosen, toggle, isBeside } = useChosenRow(rows)
  const days = groupByDay(keyedRows)
  const totals = useDayTotals(days, edges, filter)
  const canUseTools = useAtomValue(extensionsAtom).has('statement-totals')
  const tools = useQuery({ ...statementToolsQueryOptions, enabled: canUseTools && !offline }).data
  const detailsId = useId()
  const detailsOf = (row: Statement) => ({
    id: detailsId,
    row,
    now,
    gameName,
    actions: tools && <tools.ReceiptButton row={row} gameName={gameName} />,
  })

  return (
    <Page width="split">
      <PageTitle
        title={t`Statement`}
        aside={
          <Button size="compact" icon="upload" onClick={onSlips}>
            {t`Slip status`}
          </Button>
        }
      />
      <PageColumn>
        {(data || isLoading) && <RefreshLine queries={[query]} />}
        <KindChoices kinds={search.kinds} onChange={(kinds) => onFilter({ ...search, kinds })} />
        {canUseTools && (tools || !offline) && (
          <div className={styles.tools}>
            {tools && (
              <tools.StatementTools
                search={search}
                onFilter={onFilter}
                gameName={gameName}
                offline={offline}
              />
            )}
          </div>
        )}
        {isLoading && <SkeletonRows count={6} label={t`Loading your statement`} />}
        {!data && (offline || error) && (
          <LoadFailed
            card
            queries={[query]}
            title={t`The statement could not be loaded`}
            offlineText={t`This page of your statement has not been seen on this phone yet. It loads when you are connected again.`}
          />
        )}
        {data && rows.length === 0 && !isBeyond && (
          <NothingHere isFiltered={filter !== undefined} onAll={() => onFilter({ kinds: [] })} />
        )}
        {data && (
          <div
            className={classNames(styles.days, isPlaceholderData && styles.waiting)}
            aria-busy={isPlaceholderData}
          >
            <StatementDays days={days} totals={totals} now={now}>
              {(row) => (
                <StatementRow
                  key={row.key}
                  row={row}
                  gameName={gameName}
                  open={row === chosen}
                  detailsId={detailsId}
                  onToggle={() => toggle(row.key)}
                >
                  {row === chosen && !isBeside && <RowDetails {...detailsOf(row)} inRow />}
                </StatementRow>
              )}
            </StatementDays>
          </div>
        )}
        {data && pages > 1 && (
          <Pager
            page={Math.min(place.page, pages)}
            pages={pages}
            onPage={turn}
            label={t`Pages of the statement`}
            previousLabel={t`Previous page`}
            nextLabel={t`Next page`}
          />
        )}
      </PageColumn>
      {chosen && isBeside && (
        <PageColumn follows>
          <RowDetailsCard {...detailsOf(chosen)} />
        </PageColumn>
      )}
    </Page>
  )
}
