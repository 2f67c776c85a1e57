import { Trans, useLingui } from '@lingui/react/macro'
import { formatCount } from '#i18n/format-count.ts'
import { Progress } from '#ui/message/progress.tsx'

interface FriendsProgressProps {
  /** How many have registered with the member's link, if the backend says. */
  joined: number | null | undefined
  /** By how many of them the member has earned. */
  earned: number
}

export function FriendsProgress({ joined: friends, earned: earning }: FriendsProgressProps) {
  const { t } = useLingui()
  if (!friends) return null
  const [joined, earned] = [formatCount(friends), formatCount(earning)]
  return (
    <Progress label={t`Friends who earned you a bonus`} progress={Math.min(1, earning / friends)}>
      <Trans>
        Joined with your link: {joined} · Earned you a bonus: {earned}
      </Trans>
    </Progress>
  )
}
