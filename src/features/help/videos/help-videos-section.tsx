import { useLingui } from '@lingui/react/macro'
import { SectionHead } from '#ui/list/section-head.tsx'
import { VideoList } from './video-list.tsx'

/** The help videos as a section of another page. */
export function HelpVideos() {
  const { t } = useLingui()
  return (
    <section aria-label={t`How it works`}>
      <SectionHead title={t`How it works`} />
      <VideoList />
    </section>
  )
}
