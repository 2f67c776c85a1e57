import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import * as v from 'valibot'
import { amountSchema, typedSatang } from '#lib/money/amount-schema.ts'
import { transferLimits, type Account } from './transfer-rules.ts'

export interface TransferFields {
  from: string
  to: string
  amount: string
}

/** The amount is in satang. */
export interface Transfer {
  from: string
  to: string
  amount: number
}

const account = v.pipe(v.string(), v.nonEmpty('no-account'))

/** Validates the amount against the chosen account's balance. */
export function transferSchema(accounts: readonly Account[]) {
  return v.pipe(
    v.object({ from: account, to: account, amount: v.string() }),
    v.forward(
      v.partialCheck([['from'], ['to']], ({ from, to }) => from !== to || from === '', 'same-account'),
      ['to'],
    ),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const { from, amount } = dataset.value
      const read = v.safeParse(amountSchema(transferLimits(accounts, from)), amount)
      if (read.success) return
      addIssue({
        message: read.issues[0].message,
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'amount', value: amount }],
      })
    }),
    v.transform(({ from, to, amount }) => ({ from, to, amount: typedSatang(amount) ?? 0 })),
  )
}

export const accountFaults: Record<string, MessageDescriptor> = {
  'no-account': msg`Please choose an account.`,
  'same-account': msg`Please choose two different accounts.`,
}
