import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDateTimeShort } from '#i18n/format.ts'
import { Notice } from '#ui/message/notice.tsx'
import { Page, PageTitle } from '#ui/frame/shell.tsx'
import { HelpLines } from './help-lines.tsx'
import { OwedForm } from './owed-form.tsx'

interface BreakScreenProps {
  /** When the break ends, if it is known. */
  until?: string | undefined
  isExclusion: boolean
  /** Leads back to the login. */
  back: ReactNode
}

/** What a member on a break sees in place of the wallet: until when, whom to call, and how to get their money. */
export function BreakScreen({ until, isExclusion, back }: BreakScreenProps) {
  const { t } = useLingui()
  const end = until === undefined ? '' : formatDateTimeShort(until)
  return (
    <Page>
      <PageTitle
        title={isExclusion ? <Trans>You have excluded yourself</Trans> : <Trans>You are on a break</Trans>}
      />
      <Notice icon="clock" title={end && t`Until ${end}`}>
        <Trans>
          Until then nobody can log in to your account, and no new one can be opened. It ends by itself. Your
          money is safe, and you can have it paid out here.
        </Trans>
      </Notice>
      <OwedForm />
      {back}
      {/* Last, because it may come late: nothing moves under a finger. */}
      <HelpLines />
    </Page>
  )
}
