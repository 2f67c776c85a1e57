import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import type { ApiError } from '#api/api-error.ts'
import type { activateBonus, clearBonus } from '#api/contract/bonus.ts'
import type { activatePromotion } from '#api/contract/promotion.ts'
import { useOperation, type Operation } from '#operations/use-operation.ts'
import { errorText } from '#errors/catalogue.ts'
import { refusalWords } from '#errors/refusal-words.ts'
import { sayInDialog } from '#errors/say-in-dialog.ts'
import { useMoneyWords } from '#ui/amount.tsx'
import { toast } from '#ui/message/toast.ts'

type RewardCall = typeof activateBonus | typeof activatePromotion | typeof clearBonus

interface RewardWords {
  /** The success message, unless the server sends its own. */
  done: MessageDescriptor
  /** The message if the bonus or promotion no longer exists. */
  gone: MessageDescriptor
}

const bare = new Set(['', 'OK', 'SUCCESS'])

/**
 * Starts or ends a bonus or promotion: shows the outcome, a failure in a dialog. A double tap is one operation with one
 * message.
 */
export function useRewardOperation<C extends RewardCall>(
  call: C,
  words: RewardWords,
  /** Called when the outcome is known and shown. */
  onEnd?: (status: 'done' | 'failed') => void,
): Operation<C> {
  const { t } = useLingui()
  const moneyWords = useMoneyWords()
  const sayFailure = (error: ApiError) =>
    sayInDialog(error, error.code === 'NO_DATA' ? t(words.gone) : refusalWords(error, moneyWords))
  return useOperation(call, {
    announce: 'by-caller',
    onResult(end) {
      if (end.status === 'unknown') return
      onEnd?.(end.status)
      if (end.status === 'failed') return sayFailure(end.error)
      const message = end.reply?.message ?? ''
      const known = bare.has(message) ? words.done : errorText(message)
      toast({ tone: 'jade', title: known ? t(known) : message, id: 'reward' })
    },
  })
}

export const activationWords: RewardWords = {
  done: msg`The bonus is in your wallet.`,
  gone: msg`This bonus is no longer offered. Please choose another.`,
}

export const cancellationWords: RewardWords = {
  done: msg`The bonus has been cancelled.`,
  gone: msg`There is no bonus to cancel any more.`,
}
