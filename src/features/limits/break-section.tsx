import { Trans, useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { type SubmitEvent, useRef, useState } from 'react'
import { type Limits, takeBreak } from '#api/contract/limits.ts'
import { outboxWaitsAtom } from '#data/outbox/outbox-flag.ts'
import { OwnPassword, typedPassword } from '#components/own-password.tsx'
import { OperationDialog } from '#operations/operation-dialog.tsx'
import { useOperation } from '#operations/use-operation.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import { Choices } from '#ui/form/choices.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { useBreakWords } from './break-words.ts'
import styles from './limits.module.css'

interface BreakSectionProps extends Pick<Limits, 'breakHours' | 'exclusionMonths'> {
  offline: boolean
  onBreak: (taken: { kind: string; until?: string }) => void
}

/** A break of hours to weeks, or a self-exclusion: each is asked once more before it begins, because nobody can end it. */
export function BreakSection({ breakHours, exclusionMonths, offline, onBreak }: BreakSectionProps) {
  const { t } = useLingui()
  const { hoursInWords, monthsInWords } = useBreakWords()
  const [chosen, setChosen] = useState('')
  const [isAsking, setAsking] = useState(false)
  const waits = useAtomValue(outboxWaitsAtom)
  // Where the sign-in was a while ago, the server asks for the password before a self-exclusion.
  const [password, setPassword] = useState<'missing' | 'wrong'>()
  const form = useRef<HTMLFormElement>(null)
  const operation = useOperation(takeBreak, {
    tellsDone: true,
    atField: ['WRONG_PASSWORD'],
    onResult(end, { body }) {
      if (end.status === 'done') onBreak(end.reply ?? { kind: body.kind })
      else if (end.status === 'failed' && end.error.code === 'WRONG_PASSWORD')
        setPassword('password' in body && body.password !== undefined ? 'wrong' : 'missing')
    },
  })
  const options = [
    ...breakHours.map((hours) => ({ value: `break:${hours}`, label: hoursInWords(hours) })),
    ...exclusionMonths.map((months) => ({ value: `exclusion:${months}`, label: monthsInWords(months) })),
  ]
  if (options.length === 0) return null
  const length = options.find(({ value }) => value === chosen)?.label ?? ''
  const [kind, count] = chosen.split(':')
  const asksPassword = password !== undefined && kind === 'exclusion'
  const begin = () => {
    if (kind === 'break') return void operation.run({ body: { kind: 'break', hours: Number(count) } })
    const given = form.current ? typedPassword(form.current) : undefined
    if (asksPassword && given === undefined) return form.current?.querySelector('input')?.focus()
    void operation.run({ body: { kind: 'exclusion', months: Number(count), password: given } })
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // After a lost answer only its result is asked for, by the button.
    if (operation.state.status !== 'unknown') begin()
  }
  return (
    <>
      <SectionHead title={<Trans>Take a break</Trans>} />
      <Card className={styles.break}>
        <p>
          <Trans>
            You are logged out everywhere, and cannot log in or register until the break ends. Six months or
            more are a self-exclusion. Your money stays yours: it can be paid out to your bank account at any
            time.
          </Trans>
        </p>
        <Choices label={t`How long`} options={options} value={chosen} onChange={setChosen} />
        <Button variant="danger" disabled={offline || chosen === ''} onClick={() => setAsking(true)}>
          <Trans>Begin the break</Trans>
        </Button>
      </Card>
      {isAsking && (
        <OperationDialog
          open
          danger
          icon="clock"
          operation={operation}
          onClose={() => {
            setAsking(false)
            // What was wrong is gone with the field.
            setPassword(password && 'missing')
          }}
          onConfirm={begin}
          title={<Trans>Begin a break of {length}?</Trans>}
          text={
            <>
              <Trans>It cannot be ended before its time, not by us either.</Trans>{' '}
              {waits && <Trans>Slips and messages that are not sent yet are removed.</Trans>}
            </>
          }
          confirmLabel={<Trans>Begin the break</Trans>}
          cancelLabel={<Trans>Cancel</Trans>}
        >
          {asksPassword && (
            <form
              ref={form}
              className={styles.confirm}
              onSubmit={submit}
              onInput={() => setPassword('missing')}
            >
              <OwnPassword isWrong={password === 'wrong'} />
            </form>
          )}
        </OperationDialog>
      )}
    </>
  )
}
