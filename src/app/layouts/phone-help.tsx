import { useLocation } from '@tanstack/react-router'
import { useAtom, useAtomValue } from 'jotai'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import * as v from 'valibot'
import { embeddedIn } from '#lib/embedded-browser.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { isForgotten } from '#lib/storage.ts'
import { storedAtom } from '#lib/stored-atom.ts'
import { installOfferAtom } from '#pwa/use-install.ts'

const delayMs = 3000
/** Whether it is still said that the app stands in another app. */
const outsideNoticeAtom = storedAtom(storageKeys.outsideNotice, v.boolean(), true)
const OutsideNotice = advice(() =>
  import(/* online only */ '#features/help/phone/outside-notice.tsx').then((file) => file.OutsideNotice),
)
const StorageUnavailableNotice = advice(() =>
  import(/* online only */ '#features/help/phone/storage-unavailable-notice.tsx').then(
    (file) => file.StorageUnavailableNotice,
  ),
)
const InstallNotice = advice(() =>
  import(/* online only */ '#features/help/phone/install-notice.tsx').then((file) => file.InstallNotice),
)

/** Where it cannot be had there is none: it is no more than advice. */
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
 * Some advice about the phone, on the pages one comes to first, a while after they have come, and never under a modal. That
 * the page stands in another app is told on every visitor's page: links are opened there.
 */
export function PhoneHelp() {
  const here = useLocation({
    select: ({ pathname, search }) => {
      if ('open' in search && search.open) return undefined
      if (pathname === '/login' || pathname === '/user/home') return 'first'
      return pathname.startsWith('/user') ? undefined : 'visitor'
    },
  })
  const install = useAtomValue(installOfferAtom)
  const [settled, setSettled] = useState(false)
  const [outside, setOutside] = useAtom(outsideNoticeAtom)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  const app = embeddedIn(navigator.userAgent)
  if (!here || !settled) return null
  return (
    <Suspense>
      {here === 'first' && isForgotten(storageKeys.token) && <StorageUnavailableNotice />}
      {app && outside && <OutsideNotice app={app} onDismiss={() => setOutside(false)} />}
      {here === 'first' && install && <InstallNotice way={install} />}
    </Suspense>
  )
}
