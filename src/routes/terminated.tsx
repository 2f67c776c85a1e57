import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { markSiteGone } from '#data/site/site-active.ts'
import { LanguageSwitch } from '#features/settings/language-switch.tsx'
import { SiteBrand } from '#features/settings/site-brand.tsx'
import { Page, Shell } from '#ui/frame/shell.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { TopBar, TopBarEnd } from '#ui/frame/top-bar.tsx'

export const Route = createFileRoute('/terminated')({
  onEnter: markSiteGone,
  staticData: {
    title: msg`Page Not Found`,
    offline: true,
    shell: {
      shape: 'state',
      title: msg`This site is no longer open`,
      text: msg`The service at this address has ended.`,
    },
  },
  component: Terminated,
})

function Terminated() {
  return (
    <Shell
      top={
        <TopBar>
          <SiteBrand />
          <TopBarEnd>
            <LanguageSwitch />
          </TopBarEnd>
        </TopBar>
      }
    >
      <Page width="form">
        <StateView
          page
          art="empty"
          title={<Trans>This site is no longer open</Trans>}
          text={<Trans>The service at this address has ended.</Trans>}
        />
      </Page>
    </Shell>
  )
}
