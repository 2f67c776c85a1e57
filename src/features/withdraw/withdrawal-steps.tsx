import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { cameBackWords } from '#data/wallet/came-back.ts'
import { formatDate, formatTime } from '#i18n/format.ts'
import { hasExtension } from '#lib/network/api-extensions.ts'
import { Steps } from '#ui/form/steps.tsx'
import { CancelButton } from './lazy-cancel-button.ts'
import { isOnItsWay, stepOf, type WithdrawalRow, type WithdrawalStep } from './withdraw-rules.ts'
import styles from './withdraw-sheet.module.css'

interface WithdrawalStepsProps {
  /** Undefined until the statement has it. */
  row: WithdrawalRow | undefined
  /** By the server's clock, in ms. */
  now: number
  /** The sheet is about it alone. */
  isAlone?: boolean
}

/** How far a withdrawal has come and when, when it should arrive, and the way back while there is one. */
export function WithdrawalSteps({ row, now, isAlone }: WithdrawalStepsProps) {
  const { t } = useLingui()
  const step = row ? stepOf(row) : 'sent'
  if (!isOnItsWay(step)) return null
  const names = { sent: t`Sent`, bank: t`With the bank`, arrived: t`Arrived` }
  const steps = Object.values(names)
  const place = steps.indexOf(names[step])
  const { createdAt, handedAt, withdrawal, reference } = row ?? {}
  const times = [createdAt, withdrawal?.handedAt ?? handedAt, withdrawal?.endedAt]
  const expectedAt = withdrawal?.expectedAt
  const isPending = step !== 'arrived'
  const mayCancel = isPending && withdrawal?.mayCancel && reference
  const isLate = expectedAt != null && Date.parse(expectedAt) < now
  const time = expectedAt && formatTime(expectedAt)
  const date = expectedAt && formatDate(expectedAt)
  // The statement's row of a withdrawal just sent comes a moment later. The lines that it adds have their room before, so that nothing moves.
  const keepsRoom = isAlone === true && isPending && hasExtension('withdrawals')
  return (
    <>
      <Steps
        label={t`Step ${place + 1} of ${steps.length}`}
        steps={steps}
        // The last step is an end, not something that goes on.
        current={isPending ? place : steps.length}
        notes={times.map((at, step) =>
          at ? formatTime(at) : step === 0 && keepsRoom ? '\u00a0' : undefined,
        )}
      />
      {isPending && (expectedAt || keepsRoom) && (
        <small className={keepsRoom ? styles.expected : undefined}>
          {!expectedAt ? null : isLate ? (
            <Trans>
              It takes longer than usual. Your money is safe: it arrives, or comes back to your wallet.
            </Trans>
          ) : date === formatDate(now) ? (
            <Trans>Should arrive by about {time}.</Trans>
          ) : (
            <Trans>
              Should arrive by about {date} {time}.
            </Trans>
          )}
        </small>
      )}
      {hasExtension('withdrawals') && (mayCancel || (isAlone && !row)) && (
        // The button has its room before its file has come.
        <div className={styles.cancel}>
          <Suspense>
            {mayCancel && <CancelButton id={reference} satang={row?.amount ?? 0} isAlone={isAlone} />}
          </Suspense>
        </div>
      )}
    </>
  )
}

/** Tells a screen reader of each further step, without interrupting it. */
export function StepNews({ step }: { step: WithdrawalStep }) {
  const { t } = useLingui()
  const news = {
    sent: msg`Sent`,
    bank: msg`With the bank`,
    arrived: msg`The money is in your account`,
    ...cameBackWords,
  }
  return <output className="visually-hidden">{t(news[step])}</output>
}
