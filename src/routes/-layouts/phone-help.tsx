import { useMatches } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { installOfferAtom } from '#pwa/use-install.ts'
import { useStaticData } from '#routes/-static-data.ts'
import { optionalPart } from '#ui/lazy-part.tsx'

const InstallNotice = optionalPart(
  async () => (await import('#features/help/phone/install-notice.tsx')).InstallNotice,
)

/**
 * Advice about the phone, above the page. What is known beforehand comes with the page; the offer to install, which may come at
 * any time, with the next page or sheet: nothing moves under a finger. It is made on the pages on which the app opens.
 */
export function PhoneHelp({ atEntry, elsewhere }: { atEntry?: ReactNode; elsewhere?: ReactNode }) {
  const isEntry = useStaticData('isEntry')
  // From the rendered matches: the location may already be that of a page that is still loading.
  const place = useMatches({
    select: (matches) => {
      const { pathname = '', search = {} } = matches.at(-1) ?? {}
      return `${pathname} ${'open' in search && String(search.open)}`
    },
  })
  const way = useAtomValue(installOfferAtom)
  const [isReady, setReady] = useState(false)
  const [offered, setOffered] = useState({ place, isShown: false })
  if (offered.place !== place) setOffered({ place, isShown: way !== undefined && isReady })
  const isOffered = way !== undefined
  useEffect(() => {
    if (isOffered) void InstallNotice.fetchFile().then(setReady)
  }, [isOffered])
  return (
    <Suspense>
      {isEntry ? atEntry : elsewhere}
      {isEntry && offered.isShown && way && <InstallNotice way={way} />}
    </Suspense>
  )
}
