import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useRef, type SubmitEvent } from 'react'
import { toApiError } from '#api/api-error.ts'
import { request } from '#api/client.ts'
import { showOwed } from '#api/contract/limits.ts'
import type { Credentials } from '#components/login-form.ts'
import { useCredentials } from '#components/use-credentials.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { formatMoney } from '#lib/money/money.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Field } from '#ui/form/field.tsx'
import { classNames } from '#ui/class-names.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { MainButton } from '#ui/button/main-button.tsx'
import { Notice, noticePlaceClass } from '#ui/message/notice.tsx'
import { PasswordControl } from '#ui/form/password-control.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { TextControl } from '#ui/form/text-control.tsx'
import styles from './limits.module.css'
import type { Payout } from './payout.ts'

/** In files of their own: a member's home would share what they are made of with this page, in its first files. */
const OwedRefusal = lazyPart<{ error: unknown }>(
  async () => (await import('./owed-refusal.tsx')).OwedRefusal,
  ({ error }) => wordsFor(toApiError(error)),
)
const OwedBank = lazyPart<{ code: string; ending: string }>(
  async () => (await import('./owed-bank.tsx')).OwedBank,
  ({ code, ending }) => `${code} •••• ${ending}`,
)

/** Shows what is owed after phone and password are given, and has it paid out. There is no session on a break. */
export function OwedForm() {
  const { t } = useLingui()
  const offline = useOffline()
  const credentials = useCredentials()
  const owed = useMutation({
    meta: { silent: true },
    mutationFn: (body: Credentials) => request(showOwed, { body }),
  })
  const pay = useRef<Payout>(undefined)
  const payout = useMutation({
    meta: { silent: true },
    mutationFn: async (body: Credentials) => {
      // Not imported above: a member's home has the runner in its first files, and would share it with this page.
      const { createPayout } = await import('./payout.ts')
      pay.current ??= createPayout()
      await pay.current(body)
    },
    onSettled: (_data, _error, body) => owed.mutate(body),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = credentials.read(event.currentTarget)
    if (!given) return
    payout.reset()
    owed.mutate(given)
  }
  const error = payout.error ?? owed.error
  return (
    <>
      <SectionHead title={<Trans>Your money</Trans>} />
      <form className={styles.form} noValidate onSubmit={submit} onInput={credentials.clear}>
        <Field label={t`Phone number`} error={credentials.said('username')}>
          <TextControl icon="phone" type="tel" inputMode="tel" autoComplete="username" name="username" />
        </Field>
        <Field label={t`Password`} error={credentials.said('password')}>
          <PasswordControl
            autoComplete="current-password"
            showLabel={t`Show password`}
            hideLabel={t`Hide password`}
            name="password"
          />
        </Field>
        {error && (
          <Notice tone="coral">
            <Suspense fallback={null}>
              <OwedRefusal error={error} />
            </Suspense>
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
      {/* Takes the focus from the button that goes with a payout. */}
      <div
        tabIndex={-1}
        aria-live="polite"
        className={classNames(noticePlaceClass, owed.isSuccess && styles.form)}
      >
        {owed.isSuccess && (
          <Owed
            {...owed.data}
            busy={payout.isPending}
            offline={offline}
            onPayOut={() => payout.mutate(owed.variables)}
          />
        )}
      </div>
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
    <>
      <Notice tone="jade" icon="wallet" title={<Trans>{shown} can be paid out</Trans>}>
        {bankCode && (
          <Suspense fallback={null}>
            <OwedBank code={bankCode} ending={accountEnding} />
          </Suspense>
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
    </>
  )
}
