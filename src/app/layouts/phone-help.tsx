import { useLocation } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { storageKeys } from '#lib/storage-keys.ts'
import { isForgotten } from '#lib/storage.ts'
import { installOfferAtom } from '#pwa/use-install.ts'
import { OutsideNotice } from '#routes/-outside-notice.tsx'

const delayMs = 3000
const StorageUnavailableNotice = advice(() =>
  import(/* online only */ '#features/help/phone/storage-unavailable-notice.tsx').then(
    (file) => file.StorageUnavailableNotice,
  ),
)
const InstallNotice = advice(() =>
  import(/* online only */ '#features/help/phone/install-notice.tsx').then((file) => file.InstallNotice),
)

/** A lazily loaded notice; if its file cannot be loaded, nothing shows, because it is only advice. */
function advice<Props extends object>(read: () => Promise<ComponentType<Props>>) {
  const Nothing: ComponentType<Props> = () => null
  return lazy(async () => {
    try {
      return { default: await read() }
    } catch {
      return { default: Nothing }
    }
  })
}

/**
 * Advice about the phone, some seconds after the first pages have loaded, and never under a modal. The notice that the page is
 * open inside another app shows at once on every visitor's page, because links open there; the login page shows it itself.
 */
export function PhoneHelp() {
  const here = useLocation({
    select: ({ pathname, search }) => {
      if ('open' in search && search.open) return undefined
      if (pathname === '/login') return 'login'
      if (pathname === '/user/home') return 'home'
      return pathname.startsWith('/user') ? undefined : 'visitor'
    },
  })
  const install = useAtomValue(installOfferAtom)
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  if (here === 'visitor') return <OutsideNotice />
  if (!here || !settled) return null
  return (
    <Suspense>
      {isForgotten(storageKeys.token) && <StorageUnavailableNotice />}
      {here === 'home' && <OutsideNotice />}
      {install && <InstallNotice way={install} />}
    </Suspense>
  )
}
