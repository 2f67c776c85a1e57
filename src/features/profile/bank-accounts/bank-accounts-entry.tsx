import { useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { type ComponentType, lazy, Suspense } from 'react'
import type { Profile } from '#api/contract/account.ts'
import { loadLaterMessages } from '#i18n/activate.ts'
import { extensionsAtom } from '#lib/api-extensions.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'

const BankAccountsSection = lazy(async (): Promise<{ default: ComponentType<{ profile: Profile }> }> => {
  try {
    const [file] = await Promise.all([import(/* later */ './bank-accounts-section.tsx'), loadLaterMessages()])
    return { default: file.BankAccountsSection }
  } catch {
    // Offline and never opened before. Accounts cannot be changed then either.
    return { default: () => null }
  }
})

/** The member's other bank accounts. Renders nothing if the backend knows only one. */
export function BankAccountsEntry({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  if (!useAtomValue(extensionsAtom).has('bank-accounts')) return null
  return (
    <Suspense fallback={<SkeletonRows count={1} label={t`Loading your bank accounts`} />}>
      <BankAccountsSection profile={profile} />
    </Suspense>
  )
}
