import { useLocation } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import * as v from 'valibot'
import { addTexts } from '#i18n/activate.ts'
import { embeddedIn } from '#lib/embedded-browser.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { isForgotten, readStored, writeStored } from '#lib/storage.ts'
import { useInstallOffer } from '#pwa/use-install.ts'

const delayMs = 3000
const OutsideNotice = advice(() =>
  import('#features/help/phone/outside-notice.tsx').then((file) => file.OutsideNotice),
)
const ForgetfulNotice = advice(() =>
  import('#features/help/phone/forgetful-notice.tsx').then((file) => file.ForgetfulNotice),
)
const InstallNotice = advice(() =>
  import('#features/help/phone/install-notice.tsx').then((file) => file.InstallNotice),
)

/** Comes with its words. Where they cannot be had there is none: it is no more than advice. */
function advice<Props extends object>(read: () => Promise<ComponentType<Props>>) {
  const Nothing: ComponentType<Props> = () => null
  return lazy(async () => {
    try {
      const [shown] = await Promise.all([read(), addTexts('help')])
      return { default: shown }
    } catch {
      return { default: Nothing }
    }
  })
}

/** Some advice about the phone, on the pages one comes to first, a while after they have come, and never under a modal. */
export function PhoneHelp() {
  const here = useLocation({
    select: ({ pathname, search }) =>
      (pathname === '/login' || pathname === '/user/home') && !('open' in search && search.open),
  })
  const install = useInstallOffer()
  const [settled, setSettled] = useState(false)
  const [outside, setOutside] = useState(
    () => readStored(storageKeys.outsideNotice, v.literal(false)) ?? true,
  )
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  const app = embeddedIn(navigator.userAgent)
  if (!here || !settled) return null
  const dismiss = () => {
    writeStored(storageKeys.outsideNotice, false)
    setOutside(false)
  }
  return (
    <Suspense>
      {isForgotten(storageKeys.token) && <ForgetfulNotice />}
      {app && outside && <OutsideNotice app={app} onDismiss={dismiss} />}
      {install && <InstallNotice way={install} />}
    </Suspense>
  )
}
