import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { formatDateTimeShort } from '#i18n/format.ts'
import { buttonClass } from '#ui/button/button.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { Page, PageTitle } from '#ui/frame/shell.tsx'
import { useNow } from '#ui/use-now.ts'
import { HelpLines } from './help-lines.tsx'
import { OwedForm } from './owed-form.tsx'

interface BreakScreenProps {
  /** When the break ends, if it is known. */
  until?: string | undefined
  isExclusion: boolean
}

/** What a member on a break sees in place of the wallet: until when, whom to call, and how to get their money; once it is over, the login. */
export function BreakScreen({ until, isExclusion }: BreakScreenProps) {
  const { t } = useLingui()
  const now = useNow()
  // A page that stays open, or is opened again by its address, outlives its break.
  const isOver = until !== undefined && Date.parse(until) <= now
  const end = until === undefined ? '' : formatDateTimeShort(until)
  return (
    <Page>
      <PageTitle
        title={
          isOver ? (
            <Trans>A break from playing</Trans>
          ) : isExclusion ? (
            <Trans>You have excluded yourself</Trans>
          ) : (
            <Trans>You are on a break</Trans>
          )
        }
      />
      {isOver ? (
        <Notice tone="jade" icon="check">
          <Trans>Your break is over. You can log in.</Trans>
        </Notice>
      ) : (
        <>
          <Notice icon="clock" title={end && t`Until ${end}`}>
            <Trans>
              Until then nobody can log in to your account, and no new one can be opened. It ends by itself.
              Your money is safe, and you can have it paid out here.
            </Trans>
          </Notice>
          <OwedForm />
        </>
      )}
      <Link to="/login" className={buttonClass({ wide: true, ...(isOver && { variant: 'primary' }) })}>
        <Trans>Log in</Trans>
      </Link>
      {/* Last, because it may come late: nothing moves under a finger. */}
      <HelpLines />
    </Page>
  )
}
