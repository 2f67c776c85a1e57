import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMatches } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { useSiteInfo } from '#data/site/use-site-info.ts'
import type { PageWidth } from '#ui/frame/shell.tsx'
import { WithToasts } from '#components/with-toasts.tsx'
import { ErrorDialogHost } from './-error-dialog-host.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name for the window's title; null on layouts, whose page sets it, and on redirects. */
    title: MessageDescriptor | null
    /** The page on which the app opens, for a visitor or for a member. */
    isEntry?: true
    /** Opens offline even if it was never opened before: the worker caches its files when it is installed. */
    offline?: true
    /** The page has a gold button of its own, so the plus button is quiet. */
    hasPrimary?: true
    /** The page's first calls to the backend. The shell makes them in parallel with loading the files. */
    asks?: `/api/${string}`[]
    /** What the page shows before the app has loaded, if more than its title and the shape of some cards. */
    shell?: PageShell
  }
}

interface PageShell {
  /**
   * The page's width; `column` by default. `state` is a form's with the card of an empty state, `notice` a column whose first words are a
   * notice, `section` a split page whose first words stand below a section's heading.
   */
  shape?: PageWidth | 'state' | 'notice' | 'section'
  /** The page's heading, if it differs from the window's title. */
  title?: MessageDescriptor
  /** The first words below it. */
  text?: MessageDescriptor
}

/** Surrounds every page: window title, toasts and the error dialog. */
export function PageFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const title = useMatches({
    select: (matches) =>
      // For an address that cannot be decoded the router finds no route, not even the one for unknown addresses.
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
    <WithToasts>
      {children}
      <ErrorDialogHost />
    </WithToasts>
  )
}
