import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ComponentType } from 'react'
import * as v from 'valibot'
import { amountFaultText } from '#errors/amount-faults.ts'
import { amountSchema } from '#lib/money/amount-schema.ts'
import { toArabicDigits } from '#lib/money/digits.ts'
import { formatSatang } from '#lib/money/money.ts'
import { useAmountPrivacy } from '#ui/amount.tsx'
import { AmountControl } from '#ui/form/amount-control.tsx'
import { TextControl } from '#ui/form/text-control.tsx'
import { durationWords } from './duration-words.ts'

/** How what a limit counts is written, and asked for. */
export interface LimitUnit {
  /** Hidden with the amounts. */
  isMoney: boolean
  words: (amount: number, i18n: I18n, moneyWords: (satang: number) => string) => string
  label: MessageDescriptor
  Control: ComponentType<{ name: string; amount: number | undefined }>
  /** What was typed, or what is wrong with it. Zero is a limit too. */
  read: (typed: string) => { amount: number } | { fault: MessageDescriptor | undefined }
}

const noMinimum = { minimum: 0 }

/** Satang. */
export const money: LimitUnit = {
  isMoney: true,
  words: (amount, _, moneyWords) => moneyWords(amount),
  label: msg`At most`,
  Control: MoneyLimit,
  read(typed) {
    const read = v.safeParse(amountSchema(noMinimum), typed)
    if (read.success) return { amount: read.output }
    return { fault: amountFaultText(read.issues[0].message, noMinimum) }
  },
}

/** Filled in with the limit in force, unless amounts are hidden. */
function MoneyLimit({ name, amount }: { name: string; amount: number | undefined }) {
  const { hidden } = useAmountPrivacy()
  return (
    <AmountControl
      name={name}
      autoFocus
      placeholder="0.00"
      defaultValue={hidden || amount === undefined ? '' : formatSatang(amount)}
    />
  )
}

/** No more minutes than a month has. */
const maxMinutes = 31 * 24 * 60

export const minutes: LimitUnit = {
  isMoney: false,
  words: (amount, i18n) => durationWords(i18n, amount),
  label: msg`Minutes at most`,
  Control: ({ name, amount }) => (
    <TextControl
      name={name}
      autoFocus
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      defaultValue={amount ?? ''}
    />
  ),
  read(typed) {
    const text = toArabicDigits(typed).trim()
    return /^\d{1,5}$/u.test(text) && Number(text) <= maxMinutes
      ? { amount: Number(text) }
      : { fault: msg`Please enter whole minutes.` }
  },
}
