import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Page, PageTitle } from '#ui/shell.tsx'
import { StateView } from '#ui/state-view.tsx'

/** A screen that is not there yet says so. */
export function ComingScreen({ title }: { title: MessageDescriptor }) {
  const { t } = useLingui()
  return (
    <Page>
      <PageTitle title={t(title)} />
      <StateView
        art="empty"
        title={<Trans>Coming soon</Trans>}
        text={<Trans>We are still building this page. Everything else works as usual.</Trans>}
      />
    </Page>
  )
}
