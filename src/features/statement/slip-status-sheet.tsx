import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LoadFailed } from '#components/load-failed.tsx'
import { type ListPlace, useTurnPage } from '#data/pages.ts'
import { usePageCount } from '#data/use-page-count.ts'
import { slipsQueryOptions } from '#data/deposit/slip-queries.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { Pager } from '#ui/list/pager.tsx'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { SkeletonRows } from '#ui/list/skeleton.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { SlipList } from './slip-list.tsx'

interface SlipStatusSheetProps {
  onClose: () => void
  /** Opens the slip upload. */
  onUpload: () => void
  /** The slips that have not been sent yet. */
  children?: ReactNode
}

export function SlipStatusSheet({ onClose, onUpload, children }: SlipStatusSheetProps) {
  const { t } = useLingui()
  return (
    <Sheet open onClose={onClose} title={t`Uploaded slips`} closeLabel={t`Close`}>
      {children}
      <SlipStatus />
      <Button wide icon="upload" onClick={onUpload}>
        {t`Upload slip`}
      </Button>
    </Sheet>
  )
}

function SlipStatus() {
  const { t } = useLingui()
  const [place, setPlace] = useState<ListPlace>({ page: 1 })
  const query = useQuery(slipsQueryOptions(place))
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const turn = useTurnPage(place, isPlaceholderData ? null : data?.cursor, setPlace)
  const pages = usePageCount(data?.total)
  const offline = useOffline()
  const refresh = (
    <Button size="compact" icon="refresh" loading={isFetching} onClick={() => void refetch()}>
      {t`Refresh`}
    </Button>
  )
  const pager = pages > 1 && (
    <Pager
      page={place.page}
      pages={pages}
      onPage={turn}
      label={t`Pages of the slips`}
      previousLabel={t`Previous page`}
      nextLabel={t`Next page`}
    />
  )
  if (!data) {
    if (!offline && !error) return <SkeletonRows count={4} label={t`Loading your slips`} />
    return (
      <>
        <LoadFailed queries={[query]} title={t`The slips could not be loaded`} />
        {pager}
      </>
    )
  }
  if (data.slips.length === 0) {
    return (
      <StateView
        card={false}
        art="empty"
        title={t`No slip uploaded yet`}
        text={t`If a transfer does not arrive, upload its slip and see its status here.`}
        action={refresh}
      />
    )
  }
  return (
    <>
      <SlipList slips={data.slips} stale={offline || error !== null} waiting={isPlaceholderData} />
      {pager}
      {refresh}
    </>
  )
}
