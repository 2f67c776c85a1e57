import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { toApiError } from '#api/api-error.ts'
import { request } from '#api/client.ts'
import { payOutOwed, showOwed } from '#api/contract/limits.ts'
import { refusalWords } from '#errors/refusal-words.ts'
import { formatMoney } from '#lib/money.ts'
import { newOperationKey } from '#lib/operation-key.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Field } from '#ui/field.tsx'
import { MainButton } from '#ui/main-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordControl } from '#ui/password-control.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import { TextControl } from '#ui/text-control.tsx'
import styles from './limits.module.css'

const credentials = v.object({
  username: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  password: v.pipe(v.string(), v.nonEmpty()),
})
type Credentials = v.InferOutput<typeof credentials>

/** Whose money it is, and the key of its payout. */
interface Asked {
  body: Credentials
  key: string
}
const anew = (body: Credentials): Asked => ({ body, key: newOperationKey() })

/** Shows what is owed after phone and password are given, and has it paid out. There is no session on a break. */
export function OwedForm() {
  const { t } = useLingui()
  const offline = useOffline()
  const [asked, setAsked] = useState<Asked>()
  const [missing, setMissing] = useState<string[]>([])
  const owed = useMutation({
    meta: { silent: true },
    mutationFn: (body: Credentials) => request(showOwed, { body }),
  })
  // A double tap comes before the button shows that it is busy.
  const isPaying = useRef(false)
  const payout = useMutation({
    meta: { silent: true },
    // A second tap after a lost answer sends the same key: it is the same operation, and pays nothing twice.
    mutationFn: ({ body, key }: Asked) => request(payOutOwed, { body, key }),
    onSuccess: (_, { body }) => setAsked(anew(body)),
    onSettled: (_data, _error, { body }) => {
      isPaying.current = false
      owed.mutate(body)
    },
  })
  const payOut = (whose: Asked) => {
    if (isPaying.current) return
    isPaying.current = true
    payout.mutate(whose)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = v.safeParse(credentials, Object.fromEntries(new FormData(event.currentTarget)))
    setMissing(read.success ? [] : read.issues.flatMap(({ path }) => String(path?.[0].key)))
    if (!read.success) return
    const body = read.output
    const isSame = asked && asked.body.username === body.username && asked.body.password === body.password
    if (!isSame) setAsked(anew(body))
    payout.reset()
    owed.mutate(body)
  }
  const error = payout.error ?? owed.error
  // On a break nobody can open the bonus page.
  const own: Record<string, string> = {
    NO_DATA: t`There is no break on this account. You can log in.`,
    BONUS_CONDITION: t`The terms of your bonus are not met yet. You can withdraw after the break, once they are met.`,
  }
  return (
    <>
      <SectionHead title={<Trans>Your money</Trans>} />
      <form className={styles.form} noValidate onSubmit={submit} onInput={() => setMissing([])}>
        <Field label={t`Phone number`} error={missing.includes('username') && t`Enter your phone number.`}>
          <TextControl icon="phone" type="tel" inputMode="tel" autoComplete="username" name="username" />
        </Field>
        <Field label={t`Password`} error={missing.includes('password') && t`Enter your password.`}>
          <PasswordControl
            autoComplete="current-password"
            showLabel={t`Show password`}
            hideLabel={t`Hide password`}
            name="password"
          />
        </Field>
        {error && (
          <Notice tone="coral">
            {own[toApiError(error).code] ?? refusalWords(toApiError(error), formatMoney)}
          </Notice>
        )}
        {/* While a payout is under way it takes neither a tap nor Enter: the payout's answer belongs to whom it was sent for. */}
        <MainButton
          type="submit"
          variant={owed.data && owed.data.amount > 0 ? 'quiet' : 'primary'}
          loading={owed.isPending || payout.isPending}
          held={offline && <Trans>You are offline. You can go on when you are connected again.</Trans>}
        >
          <Trans>Show the amount</Trans>
        </MainButton>
      </form>
      {owed.data && asked && (
        <Owed {...owed.data} busy={payout.isPending} offline={offline} onPayOut={() => payOut(asked)} />
      )}
    </>
  )
}

interface OwedProps {
  /** Satang. */
  amount: number
  underWay: number
  checked?: number | undefined
  bankCode: string
  accountEnding: string
  busy: boolean
  offline: boolean
  onPayOut: () => void
}

function Owed({
  amount,
  underWay,
  checked = 0,
  bankCode,
  accountEnding,
  busy,
  offline,
  onPayOut,
}: OwedProps) {
  const [shown, sent, paid] = [formatMoney(amount), formatMoney(underWay), formatMoney(checked)]
  return (
    <div aria-live="polite" className={styles.form}>
      <Notice tone="jade" icon="wallet" title={<Trans>{shown} can be paid out</Trans>}>
        {bankCode && (
          <Trans>
            To {bankCode} •••• {accountEnding}
          </Trans>
        )}
        {underWay > 0 && (
          <p>
            <Trans>{sent} is on its way to your bank.</Trans>
          </p>
        )}
        {checked > 0 && (
          <p>
            <Trans>Our staff are still checking {paid} that you paid in. The money is not lost.</Trans>
          </p>
        )}
      </Notice>
      {amount > 0 && (
        <MainButton icon="withdraw" loading={busy} held={offline} onClick={onPayOut}>
          <Trans>Pay out</Trans>
        </MainButton>
      )}
    </div>
  )
}
