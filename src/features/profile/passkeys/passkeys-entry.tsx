import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { laterPart } from '#data/later-part.ts'
import { usePartLoad } from '#data/use-first-load.ts'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { canUsePasskeys } from '#lib/device/passkey-support.ts'
import { SkeletonRows } from '#ui/list/skeleton.tsx'
import { passkeysQueryOptions } from './passkey-queries.ts'

const PasskeysSection = laterPart(
  async () => (await import(/* later */ './passkeys-section.tsx')).PasskeysSection,
)

/** Whether the backend and the browser have passkeys. */
const useHasPasskeys = () => useAtomValue(extensionsAtom).has('passkeys') && canUsePasskeys()

/** Loads the file and the list of `PasskeysEntry` side by side, before it is shown. */
export function usePasskeysLoads() {
  const enabled = useHasPasskeys()
  return [usePartLoad(PasskeysSection, enabled), useQuery({ ...passkeysQueryOptions, enabled })]
}

/** The member's passkeys, if there can be any. */
export function PasskeysEntry() {
  const { t } = useLingui()
  return (
    useHasPasskeys() && (
      <Suspense fallback={<SkeletonRows count={5} label={t`Loading your passkeys`} />}>
        <PasskeysSection />
      </Suspense>
    )
  )
}
