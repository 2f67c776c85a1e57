import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { StateView } from '#ui/message/state-view.tsx'

/** A query, or anything else that can be loaded again. */
interface Loading {
  isFetching: boolean
  refetch: () => unknown
}

interface LoadFailedProps {
  /** The queries that failed; the button refetches all of them. */
  queries: readonly Loading[]
  title: ReactNode
  /** Replaces the usual advice while there is no connection. */
  offlineText?: ReactNode
  card?: boolean
}

/** Shows why nothing could be loaded, with a button to retry. */
export function LoadFailed({ queries, title, offlineText, card = false }: LoadFailedProps) {
  const { t } = useLingui()
  const offline = useOffline()
  return (
    <StateView
      card={card}
      art={offline ? 'offline' : 'failed'}
      title={offline ? t`You are offline` : title}
      text={
        offline
          ? (offlineText ?? t`Please check the connection and try again.`)
          : t`Please try again in a moment.`
      }
      action={
        <Button
          size="compact"
          icon="refresh"
          loading={queries.some(({ isFetching }) => isFetching)}
          onClick={() => queries.forEach(({ refetch }) => refetch())}
        >
          {t`Try again`}
        </Button>
      }
    />
  )
}
