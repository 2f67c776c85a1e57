import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { confirmTimeLimit, setTimeLimit, type TimeLimit } from '#api/contract/limits.ts'
import { toArabicDigits } from '#lib/digits.ts'
import { OperationNotice, type ShownOperation } from '#operations/operation-notice.tsx'
import { useOperation } from '#operations/use-operation.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Progress } from '#ui/progress.tsx'
import { TextControl } from '#ui/text-control.tsx'
import { toast } from '#ui/toast.ts'
import { AskedRaise } from './asked-raise.tsx'
import { useDurationWords } from './duration-words.ts'
import { limitsQueryOptions } from './limits-queries.ts'
import styles from './limits.module.css'

/** One limit of the time at play: what it is, what has been used of it, and how to change it. */
export function TimeRow({ limit, offline }: { limit: TimeLimit; offline: boolean }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const duration = useDurationWords()
  const [isEdited, setEdited] = useState(false)
  const { period, minutes, raise } = limit
  const reload = () => void client.invalidateQueries({ queryKey: limitsQueryOptions.queryKey })
  const operation = useOperation(setTimeLimit, {
    onResult({ status }, { body }) {
      // If the answer was lost, the page shows what became of it.
      reload()
      if (status !== 'done') return
      const isAsked = typeof minutes === 'number' && (body.minutes === null || body.minutes > minutes)
      toast({
        tone: 'jade',
        icon: 'check',
        title: isAsked ? t`Asked for. Please confirm it in 24 hours.` : t`Your limit is in force`,
      })
      setEdited(false)
    },
  })
  const confirmation = useOperation(confirmTimeLimit, {
    onResult({ status }) {
      reload()
      if (status === 'done') toast({ tone: 'jade', icon: 'check', title: t`Your limit is in force` })
    },
  })
  const inWords = (asked: number | null | undefined) =>
    typeof asked === 'number' ? duration(asked) : t`No limit`
  const names = { day: t`Per day`, week: t`Per week`, month: t`Per month` }
  const name = names[period]
  const save = (chosen: number | null) => void operation.run({ body: { period, minutes: chosen } })
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <h3>{name}</h3>
        <b>{inWords(minutes)}</b>
        {!isEdited && (
          <Button
            size="compact"
            icon="edit"
            disabled={offline}
            aria-label={t`Change the time: ${name}`}
            onClick={() => setEdited(true)}
          >
            <Trans>Change</Trans>
          </Button>
        )}
      </div>
      <Used limit={limit} name={name} />
      {raise && (
        <AskedRaise
          asked={inWords(raise.minutes)}
          since={raise.from}
          confirmation={confirmation}
          offline={offline}
          onConfirm={() => void confirmation.run({ body: { period } })}
          onKeep={() => save(minutes ?? null)}
        />
      )}
      {isEdited && (
        <TimeForm
          minutes={minutes}
          operation={operation}
          offline={offline}
          onSave={save}
          onCancel={() => setEdited(false)}
        />
      )}
    </li>
  )
}

function Used({ limit: { used, minutes }, name }: { limit: TimeLimit; name: string }) {
  const duration = useDurationWords()
  const shown = duration(used)
  if (typeof minutes !== 'number')
    return (
      <p className={styles.used}>
        <Trans>{shown} so far</Trans>
      </p>
    )
  const left = duration(Math.max(minutes - used, 0))
  return (
    <Progress label={name} progress={minutes > 0 ? Math.min(used / minutes, 1) : 1}>
      <Trans>
        {shown} so far, {left} left
      </Trans>
    </Progress>
  )
}

interface TimeFormProps {
  minutes: number | null | undefined
  operation: ShownOperation
  offline: boolean
  /** Null for no limit. */
  onSave: (minutes: number | null) => void
  onCancel: () => void
}

/** No more minutes than a month has. */
const most = 31 * 24 * 60

/** Asks for another limit, in minutes. Zero is one too. */
function TimeForm({ minutes, operation, offline, onSave, onCancel }: TimeFormProps) {
  const { t } = useLingui()
  const [isWrong, setWrong] = useState(false)
  const isUnknown = operation.state.status === 'unknown'
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('minutes')
    const text = typeof typed === 'string' ? toArabicDigits(typed).trim() : ''
    const isRight = /^\d{1,5}$/u.test(text) && Number(text) <= most
    setWrong(!isRight)
    if (isRight) onSave(Number(text))
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit} onInput={() => setWrong(false)}>
      <Field label={t`Minutes at most`} error={isWrong && t`Please enter whole minutes.`}>
        <TextControl
          name="minutes"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          defaultValue={minutes ?? ''}
        />
      </Field>
      <OperationNotice
        operation={operation}
        unknown={{ title: t`We do not know yet whether it went through` }}
      />
      <div className={styles.actions}>
        <Button
          type="submit"
          size="compact"
          variant="primary"
          loading={operation.busy}
          disabled={offline || isUnknown}
        >
          <Trans>Save</Trans>
        </Button>
        {typeof minutes === 'number' && (
          <Button
            size="compact"
            disabled={offline || operation.busy || isUnknown}
            onClick={() => onSave(null)}
          >
            <Trans>No limit</Trans>
          </Button>
        )}
        <Button size="compact" variant="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
