import { Trans } from '@lingui/react/macro'
import type { Call } from '#api/contract/call.ts'
import type { Act } from '#data/act.ts'
import { useAskWhenBack } from '#data/use-ask-when-back.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** The answer to a change was lost: what is being done about it, and what is known. */
export function ChangeNotice<C extends Call>({ act }: { act: Act<C> }) {
  useAskWhenBack(act.state.status === 'unknown', act.askAgain)
  if (act.state.status === 'checking') {
    return (
      <Notice icon="refresh">
        <Trans>The answer was lost on the way. Asking whether the change was made.</Trans>
      </Notice>
    )
  }
  if (act.state.status !== 'unknown') return null
  return (
    <Notice
      tone="gold"
      action={
        <Button size="compact" icon="refresh" onClick={() => void act.askAgain()}>
          <Trans>Ask again</Trans>
        </Button>
      }
    >
      <Trans>We do not know yet whether the change was made. Please ask again in a moment.</Trans>
    </Notice>
  )
}
