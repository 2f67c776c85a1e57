import { useMatches } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { installOfferAtom } from '#pwa/use-install.ts'
import { OutsideNotice } from '#routes/-outside-notice.tsx'
import { optionalPart } from '#ui/lazy-part.tsx'

const InstallNotice = optionalPart(
  async () => (await import(/* online only */ '#features/help/phone/install-notice.tsx')).InstallNotice,
)

/**
 * Advice about the phone, above the page. What is known beforehand comes with the page; the offer to install, which may come at
 * any time, with the next page or sheet: nothing moves under a finger. The login page itself shows that it is inside another app.
 * `children` show on the home page.
 */
export function PhoneHelp({ children }: { children?: ReactNode }) {
  // From the rendered matches: the location may already be that of a page that is still loading.
  const place = useMatches({
    select: (matches) => {
      const { pathname = '', search = {} } = matches.at(-1) ?? {}
      return `${pathname} ${'open' in search && String(search.open)}`
    },
  })
  const pathname = place.slice(0, place.indexOf(' '))
  const isHome = pathname === '/user/home'
  const isLogin = pathname === '/login'
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
      {isHome && children}
      {(isHome || !(isLogin || pathname.startsWith('/user'))) && <OutsideNotice />}
      {(isHome || isLogin) && offered.isShown && way && <InstallNotice way={way} />}
    </Suspense>
  )
}
