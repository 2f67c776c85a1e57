import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { conditionsQueryOptions } from '#data/site/site-config-queries.ts'
import { SafeHtml } from '#ui/safe-html.tsx'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { LoadFailed } from '#components/load-failed.tsx'

export function ConditionsSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Sheet open onClose={onClose} title={<Trans>Terms and conditions</Trans>} closeLabel={t`Close`}>
      <Conditions />
    </Sheet>
  )
}

function Conditions() {
  const { t } = useLingui()
  const query = useQuery(conditionsQueryOptions)
  const { data, error } = query
  if (data?.conditions) return <SafeHtml html={data.conditions} />
  if (data) return <StateView art="empty" card={false} title={<Trans>There are no terms yet</Trans>} />
  if (error) return <LoadFailed queries={[query]} title={t`This could not be loaded`} />
  return <SkeletonPart shape={['terms']} label={t`Loading the terms`} />
}
