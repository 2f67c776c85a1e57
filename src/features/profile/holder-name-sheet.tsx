import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ContactLink } from '#components/contact-link.tsx'
import { LoadFailed } from '#components/load-failed.tsx'
import { profileQueryOptions } from '#data/session/profile-queries.ts'
import { needsLatinName } from '#lib/payments/bank-account.ts'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { HolderNameEntry } from './holder-name-entry.tsx'

/** Some banks accept only an English account name: a name in other letters is corrected here. */
export function HolderNameSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const query = useQuery(profileQueryOptions(useQueryClient()))
  const { data, isError } = query
  const body = () => {
    if (data && needsLatinName(data.profile.bankCode)) {
      return <HolderNameEntry {...data} onBusy={setBusy} onSaved={onClose} />
    }
    if (!data && !isError)
      return <SkeletonPart shape={['words', 'label', 'field', 'hint', 'button']} label={t`Loading`} />
    if (!data) return <LoadFailed queries={[query]} title={t`Your profile could not be loaded`} />
    return (
      <StateView
        card={false}
        art="empty"
        title={t`This name cannot be changed here`}
        text={t`If something is wrong with it, please contact us.`}
        action={<ContactLink />}
      />
    )
  }
  return (
    <Sheet open onClose={onClose} locked={busy} title={t`Name on the bank account`} closeLabel={t`Close`}>
      {body()}
    </Sheet>
  )
}
