import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import { statementQueryOptions } from '#data/statement-queries.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { formatRelative, formatTime } from '#i18n/format.ts'
import { currentLocale } from '#i18n/activate.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Pager } from '#ui/pager.tsx'
import { Page, PageTitle } from '#ui/shell.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { StaleNote } from '#ui/stale-note.tsx'
import { StateView } from '#ui/state-view.tsx'
import { useNow } from '#ui/use-now.ts'
import { StatementDays } from './statement-days.tsx'
import { pageCount } from './statement-rules.ts'
import styles from './statement-screen.module.css'

interface StatementScreenProps {
  /** Counted from 1. */
  page: number
  onPage: (page: number) => void
}

export function StatementScreen({ page, onPage }: StatementScreenProps) {
  const { t } = useLingui()
  const now = useNow(30_000)
  const { data, dataUpdatedAt, error, isFetching, isPlaceholderData, refetch } = useQuery(
    statementQueryOptions(page),
  )
  const { data: wallet } = useQuery(walletQueryOptions)
  const gameName = (code: string) => wallet?.slots.find((slot) => slot.code === code)?.name ?? code
  const offline = useOffline() || (error instanceof ApiError && error.kind === 'offline')
  const retry = (
    <Button size="compact" icon="refresh" loading={isFetching} onClick={() => void refetch()}>
      {t`Try again`}
    </Button>
  )

  return (
    <Page>
      <PageTitle
        title={t`Statement`}
        aside={
          data &&
          (offline || error) && (
            <StaleNote>
              <AgeText at={dataUpdatedAt} now={now} />
            </StaleNote>
          )
        }
      />
      {!data && !offline && !error && <SkeletonRows count={6} label={t`Loading your statement`} />}
      {!data && offline && (
        <StateView
          art="offline"
          title={t`You are offline`}
          text={t`This page of your statement has not been seen on this phone yet. It loads when you are connected again.`}
          action={retry}
        />
      )}
      {!data && !offline && error && (
        <StateView
          art="failed"
          title={t`The statement could not be loaded`}
          text={t`Please check the connection and try again.`}
          action={retry}
        />
      )}
      {data && data.statements.length === 0 && (
        <StateView
          art="empty"
          title={t`Nothing here yet`}
          text={t`When you deposit, withdraw or transfer, you will see it here.`}
        />
      )}
      {data && (
        <div
          className={classNames(styles.days, isPlaceholderData && styles.waiting)}
          aria-busy={isPlaceholderData}
        >
          <StatementDays rows={data.statements} now={now} gameName={gameName} />
        </div>
      )}
      {data && pageCount(data.total) > 1 && (
        <Pager
          page={page}
          pages={pageCount(data.total)}
          onPage={onPage}
          label={t`Pages of the statement`}
          previousLabel={t`Previous page`}
          nextLabel={t`Next page`}
        />
      )}
    </Page>
  )
}

function AgeText({ at, now }: { at: number; now: number }) {
  const time = formatTime(at)
  const age = formatRelative(at, now, currentLocale())
  return (
    <Trans>
      As of {time} · {age}
    </Trans>
  )
}
