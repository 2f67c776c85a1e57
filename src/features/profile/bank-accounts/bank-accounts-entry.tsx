import { Trans } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import type { Profile } from '#api/contract/profile.ts'
import { laterPart } from '#data/later-part.ts'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { Button } from '#ui/button/button.tsx'
import { useOpenedPart } from './use-opened-part.ts'

const BankAccountsSection = laterPart(
  async () => (await import(/* later */ './bank-accounts-section.tsx')).BankAccountsSection,
)

/** Opens the member's other bank accounts in its place. Renders nothing if the backend knows only one. */
export function BankAccountsEntry({ profile }: { profile: Profile }) {
  const { isOpen, isOpening, open } = useOpenedPart(BankAccountsSection)
  if (!useAtomValue(extensionsAtom).has('bank-accounts')) return null
  if (isOpen) return <BankAccountsSection profile={profile} />
  return (
    <Button wide icon="bank" loading={isOpening} onClick={() => void open()}>
      <Trans>Other bank accounts</Trans>
    </Button>
  )
}
