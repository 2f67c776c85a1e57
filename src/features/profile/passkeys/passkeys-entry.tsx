import { useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { laterPart } from '#data/later-part.ts'
import { extensionsAtom } from '#lib/api-extensions.ts'
import { canUsePasskeys } from '#lib/passkey-support.ts'
import { SkeletonPart } from '#ui/skeleton.tsx'

const PasskeysSection = laterPart(
  async () => (await import(/* later */ './passkeys-section.tsx')).PasskeysSection,
)

/** The member's passkeys. Renders nothing if the backend or the browser has none. */
export function PasskeysEntry() {
  const { t } = useLingui()
  const isAnnounced = useAtomValue(extensionsAtom).has('passkeys')
  if (!isAnnounced || !canUsePasskeys()) return null
  return (
    <Suspense fallback={<SkeletonPart height="22rem" label={t`Loading your passkeys`} />}>
      <PasskeysSection />
    </Suspense>
  )
}
