import { Trans } from '@lingui/react/macro'
import type { Call } from '#api/contract/call.ts'
import type { Act } from '#data/act.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** The answer to a transfer was lost: what is being done about it, and what is known. */
export function UnknownAct<C extends Call>({ act }: { act: Act<C> }) {
  if (act.state.status === 'checking') {
    return (
      <Notice icon="clock">
        <Trans>The answer was lost on the way. We are checking whether your money moved.</Trans>
      </Notice>
    )
  }
  if (act.state.status !== 'unknown') return null
  return (
    <Notice
      tone="coral"
      action={
        <Button size="slim" icon="refresh" onClick={() => void act.askAgain()}>
          <Trans>Check again</Trans>
        </Button>
      }
    >
      <Trans>
        We do not know yet whether your money moved. Please check again here, or look at the balances, before
        you transfer once more.
      </Trans>
    </Notice>
  )
}
