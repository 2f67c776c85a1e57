import { Trans } from '@lingui/react/macro'
import { Page, PageTitle } from '#ui/frame/shell.tsx'
import { VideoList } from './videos/video-list.tsx'

export function HowToScreen() {
  return (
    <Page>
      <PageTitle title={<Trans>How it works</Trans>} />
      <p>
        <Trans>
          Short videos without sound, with captions. Each shows one task, step by step: tap one to watch it.
          Once seen, they play without a connection too.
        </Trans>
      </p>
      <VideoList />
    </Page>
  )
}
