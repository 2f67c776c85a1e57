import { useRef, useState } from 'react'
import type { Input } from '#api/client.ts'
import { readToken } from '#api/token.ts'
import { otpLifeMs, useSendOtp } from '#data/session/otp-queries.ts'
import { tryPasskeyProof } from '#data/session/passkey-proof.ts'
import { dropSentOtp, sentOtpOf, useSentOtp } from '#data/session/sent-otp.ts'
import { handleError } from '#errors/handle-error.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { remainingMs } from '#lib/dates/countdown.ts'
import type { OperationCall } from '#operations/operations.ts'
import { type OperationOptions, operationRunner, useOperation } from '#operations/use-operation.ts'

interface ProvenChange<C extends OperationCall, Given> extends Pick<
  OperationOptions<C>,
  'onResult' | 'delayMs'
> {
  /** The member's own phone, to which a code is sent. */
  phoneNumber: string
  /** What is sent; `proof` is empty at first. */
  input: (given: Given, proof: { otpToken?: string }) => Input<C>
}

/**
 * A change of bank data. The first try without a proof is checked whole, and refused only for want of one, by a backend that requires one.
 * A passkey comes before the code.
 */
export function useProvenChange<C extends OperationCall, Given>(
  call: C,
  { phoneNumber, input, onResult, delayMs }: ProvenChange<C, Given>,
) {
  const send = useSendOtp()
  const [sent, setSent] = useSentOtp('bank-account', phoneNumber)
  /** The token of the code that the member has confirmed. A change that failed for another reason has not used it. */
  const [confirmed, setConfirmed] = useState<string>()
  const [confirming, setConfirming] = useState<{ given: Given }>()
  const [runner] = useState(() => operationRunner(call, { delayMs, tellsDone: true }))
  const isAwaited = useRef(false)
  /** Found by a later look, when `save` no longer waits to ask for the proof: a refusal is told. */
  const [isLate, setLate] = useState(false)
  const operation = useOperation(call, {
    runner,
    atField: isLate ? [] : ['UNVERIFIED_OTP'],
    onResult(end, asked) {
      setLate(!isAwaited.current)
      if (end.status === 'failed') setConfirming(undefined)
      if (end.status === 'done') setConfirmed(undefined)
      return onResult?.(end, asked)
    },
  })

  const confirm = async (given: Given, refused?: string) => {
    if (!sent || sent.otpToken === refused || remainingMs(sent.sentAt + otpLifeMs, serverNow()) === 0) {
      setSent(sentOtpOf(await send.mutateAsync({ phoneNumber })))
    }
    setConfirming({ given })
  }
  const save = async (given: Given, otpToken = confirmed): Promise<void> => {
    send.reset()
    isAwaited.current = true
    const end = await operation.run(input(given, otpToken === undefined ? {} : { otpToken }))
    isAwaited.current = false
    if (end.status !== 'failed' || end.error.code !== 'UNVERIFIED_OTP') return
    // Nobody is there to prove anything to a closed screen; the refusal was shown already.
    if (runner.isHidden()) return
    const token = readToken()
    const proof = otpToken === undefined ? await tryPasskeyProof('bank-account') : undefined
    // The refusal is shown only if the same member is still signed in.
    if (runner.isHidden()) return token === readToken() ? handleError(end.error) : undefined
    if (proof !== undefined) return save(given, proof)
    // If the code could not be sent, `sendError` says so.
    await confirm(given, otpToken).catch(() => undefined)
  }
  return {
    operation,
    save,
    busy: operation.busy || send.isPending,
    sendError: send.error,
    /** The entry of the code, while one is asked for. */
    code: sent &&
      confirming && {
        phoneNumber,
        sent,
        onSent: setSent,
        onVerified() {
          dropSentOtp()
          setConfirmed(sent.otpToken)
          void save(confirming.given, sent.otpToken)
        },
        onBack: () => setConfirming(undefined),
      },
  }
}
