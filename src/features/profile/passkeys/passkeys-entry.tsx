import { useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { type ComponentType, lazy, Suspense } from 'react'
import { loadLaterMessages } from '#i18n/activate.ts'
import { extensionsAtom } from '#lib/api-extensions.ts'
import { canUsePasskeys } from '#lib/passkey-support.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'

const PasskeysSection = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [file] = await Promise.all([import(/* later */ './passkeys-section.tsx'), loadLaterMessages()])
    return { default: file.PasskeysSection }
  } catch {
    // Offline and never opened before. Passkeys cannot be changed then either.
    return { default: () => null }
  }
})

/** The member's passkeys. Renders nothing if the backend or the browser has none. */
export function PasskeysEntry() {
  const { t } = useLingui()
  const isAnnounced = useAtomValue(extensionsAtom).has('passkeys')
  if (!isAnnounced || !canUsePasskeys()) return null
  return (
    <Suspense fallback={<SkeletonRows count={1} label={t`Loading your passkeys`} />}>
      <PasskeysSection />
    </Suspense>
  )
}
