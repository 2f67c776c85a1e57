import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { LoadFailed } from '#components/load-failed.tsx'
import { siteActiveQueryOptions } from '#data/site/site-config-queries.ts'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Notice } from '#ui/message/notice.tsx'
import { Page, PageColumn, PageTitle } from '#ui/frame/shell.tsx'
import { SkeletonRows } from '#ui/list/skeleton.tsx'
import { BreakSection } from './break-section.tsx'
import { HelpLines } from './help-lines.tsx'
import { LimitGroup, LimitHead } from './limit-group.tsx'
import { firstKind, shownKinds } from './limit-kinds.tsx'
import { playQueryOptions, weekOfLosses } from './limits-queries.ts'
import { RealitySection } from './reality-section.tsx'
import { useLimits } from './use-limits.ts'
import { WeekSection } from './week-section.tsx'

interface LimitsScreenProps {
  /** The break has begun, and the session has ended with it. */
  onBreak: (taken: { kind: string; until?: string }) => void
}

/** Limits of deposits, losses and time, breaks, and whom to call. */
export function LimitsScreen({ onBreak }: LimitsScreenProps) {
  const { t } = useLingui()
  const extensions = useAtomValue(extensionsAtom)
  const enabled = extensions.has('play-limits')
  const limits = useLimits({ enabled })
  // A header of every reply says whether the backend has limits: any query tells.
  const site = useQuery({ ...siteActiveQueryOptions, enabled: !enabled })
  const awaited = enabled ? limits : site
  const offline = useOffline()
  const { data } = limits
  const asksAboutPlay = extensions.has('reality-checks')
  const play = useQuery({ ...playQueryOptions, enabled: asksAboutPlay })
  // The limits wait for the section above them, or they would move down while they are read.
  const waitsForPlay = asksAboutPlay && play.isLoading
  const shown = waitsForPlay ? undefined : data
  const waits = !data && !awaited.isError && !offline
  // On a phone the reality check and the help lines stand below the limits, and wait for their first answer. A retry of the limits
  // does not remove them.
  const isSettled = data !== undefined || awaited.isFetched || offline
  const waitsBeside = data !== undefined && waitsForPlay
  return (
    <Page width="split">
      <PageTitle title={<Trans>Play within limits</Trans>} />
      <PageColumn>
        {data && offline && (
          <Notice icon="offline">
            <Trans>You are offline. Limits can be changed when you are connected again.</Trans>
          </Notice>
        )}
        {data &&
          shownKinds
            .filter(({ extension }) => extensions.has(extension))
            .map((kind) => <LimitGroup key={kind.title.id} kind={kind} all={data} offline={offline} />)}
        {!data && (awaited.isError || offline) && (
          <LoadFailed card queries={[awaited]} title={t`Your limits could not be loaded`} />
        )}
        {waits && (
          <LimitHead {...firstKind}>
            <SkeletonRows label={t`Loading your limits`} />
          </LimitHead>
        )}
      </PageColumn>
      <PageColumn>
        {waitsBeside && <SkeletonRows label={t`Loading your limits`} />}
        {play.data && isSettled && <RealitySection play={play.data} offline={offline} />}
        {shown && weekOfLosses(shown) && <WeekSection />}
        {shown && <BreakSection {...shown} offline={offline} onBreak={onBreak} />}
        {isSettled && !waitsBeside && <HelpLines />}
      </PageColumn>
    </Page>
  )
}
