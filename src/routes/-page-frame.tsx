import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMatches } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { useSiteInfo } from '#data/use-site-info.ts'
import { Toaster } from '#ui/toaster.tsx'
import { ErrorDialogHost } from './-error-dialog-host.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name for the window's title; null on a layout, whose page says it, and on a mere redirect. */
    title: MessageDescriptor | null
    /** People arrive here from outside: nothing that this page does without stands in the files it loads. */
    landing?: boolean
    /** Opens without a network also where it was never opened: the worker puts its files away when it is installed. */
    offline?: true
    /** What the page asks the backend first. The shell asks it side by side with the files. */
    asks?: `/api/${string}`[]
    /** What the page shows before the app is there, where that is more than its title over the shape of some cards. */
    shell?: PageShell
  }
}

interface PageShell {
  shape?: 'arrival' | 'steps' | 'wallet' | 'wide' | 'wheel'
  /** The page's heading, where its window has another title. */
  title?: MessageDescriptor
  /** The first words below it. */
  text?: MessageDescriptor
  /** The address of the picture that stands below them. */
  picture?: string
}

/** What stands around every page: its title, the short messages, the dialog of failures. */
export function PageFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const title = useMatches({
    select: (matches) =>
      // The router finds no route for an address that cannot be decoded, not even the one for any other.
      matches.length === 1
        ? msg`Page Not Found`
        : matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  const site = useSiteInfo()?.name
  const words = [title && t(title), site].filter(Boolean).join(' · ')
  useEffect(() => {
    if (words) document.title = words
  }, [words])
  return (
    <>
      {children}
      <Toaster label={t`Messages`} closeLabel={t`Close`} />
      <ErrorDialogHost />
    </>
  )
}
