import { Trans } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { type ComponentType, useState } from 'react'
import { toApiError } from '#api/api-error.ts'
import type { Profile } from '#api/contract/account.ts'
import { handleError } from '#errors/handle-error.ts'
import { withLaterMessages } from '#i18n/activate.ts'
import { extensionsAtom } from '#lib/api-extensions.ts'
import { Button } from '#ui/button.tsx'

/** Opens the member's other bank accounts in its place. Renders nothing if the backend knows only one. */
export function BankAccountsEntry({ profile }: { profile: Profile }) {
  const [Section, setSection] = useState<ComponentType<{ profile: Profile }>>()
  if (!useAtomValue(extensionsAtom).has('bank-accounts')) return null
  if (Section) return <Section profile={profile} />
  const open = () =>
    withLaterMessages(() => import(/* later */ './bank-accounts-section.tsx')).then(
      (file) => setSection(() => file.BankAccountsSection),
      (error: unknown) => handleError(toApiError(error)),
    )
  return (
    <Button wide icon="bank" onClick={() => void open()}>
      <Trans>Other bank accounts</Trans>
    </Button>
  )
}
