import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { ApiError } from '#api/api-error.ts'
import { updateAtom } from '#pwa/update-atom.ts'
import { onBack, useOffline } from '#pwa/use-connection.ts'
import { Button, buttonClass } from '#ui/button/button.tsx'
import { LanguageSwitch } from '#features/settings/language-switch.tsx'
import { SiteBrand } from '#features/settings/site-brand.tsx'
import { brandLinkClass } from '#ui/art/brand.tsx'
import { Page, Shell } from '#ui/frame/shell.tsx'
import { Spinner } from '#ui/message/spinner.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { TopBar, TopBarEnd } from '#ui/frame/top-bar.tsx'
import { keepPageShape, usePageShapeOver } from '#ui/frame/use-page-shape-over.ts'
import { retryParts } from '#ui/lazy-part.tsx'
import styles from './-route-states.module.css'

/** Shown by the router after 200 ms; until then the previous page stays. The first page's shape stays until the page is there. */
export function RoutePending() {
  const { t } = useLingui()
  return (
    <div className={styles.pending} aria-busy>
      <div ref={keepPageShape} aria-hidden />
      <Page>
        <Spinner label={t`Loading`} waited />
      </Page>
    </div>
  )
}

/** Any error thrown by a screen ends here: a page with a way on, never a blank one. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  usePageShapeOver()
  const update = useAtomValue(updateAtom)
  const offline = useOffline()
  // Anything else that stops a page while offline is a file that could not be loaded.
  const isCall = error instanceof ApiError
  const retry = () => {
    // A query that a screen cannot do without is retried only after a reset.
    queries.reset()
    retryParts()
    reset()
    void router.invalidate()
  }
  useEffect(() => onBack(retry))
  return (
    <Page width="form">
      <StateView
        page
        art={offline ? 'offline' : 'failed'}
        title={offline ? <Trans>You are offline</Trans> : <Trans>This page could not be shown</Trans>}
        text={
          offline ? (
            isCall ? (
              <Trans>Please check the connection and try again.</Trans>
            ) : (
              <Trans>This page has not been opened on this phone before. Please connect and try again.</Trans>
            )
          ) : update?.isNeeded ? (
            <Trans>Please update to open this. Your money is safe.</Trans>
          ) : (
            <Trans>Your money is safe. Please try again.</Trans>
          )
        }
        action={
          <Button
            size="compact"
            icon="refresh"
            loading={update?.isNeeded && update.isComing}
            onClick={update?.isNeeded ? update.accept : retry}
          >
            {update?.isNeeded ? <Trans>Update</Trans> : <Trans>Try again</Trans>}
          </Button>
        }
      />
    </Page>
  )
}

/** An unknown address outside the visitors' and members' pages. */
export function SiteMissing() {
  return (
    <Shell
      top={
        <TopBar>
          <Link to="/" className={brandLinkClass}>
            <SiteBrand />
          </Link>
          <TopBarEnd>
            <LanguageSwitch />
          </TopBarEnd>
        </TopBar>
      }
    >
      <RouteMissing />
    </Shell>
  )
}

export function RouteMissing() {
  return (
    <Page width="form">
      <StateView
        page
        art="empty"
        title={<Trans>Page Not Found</Trans>}
        text={<Trans>There is nothing at this address.</Trans>}
        action={
          <Link to="/user/home" className={buttonClass({ size: 'compact' })}>
            <Trans>To the home page</Trans>
          </Link>
        }
      />
    </Page>
  )
}
