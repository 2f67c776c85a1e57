import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Input } from '#api/client.ts'
import {
  confirmLimit,
  confirmTimeLimit,
  type Limit,
  type LimitKind,
  type LimitPeriod,
  type Limits,
  setLimit,
  setTimeLimit,
} from '#api/contract/limits.ts'
import type { ExtensionName } from '#lib/network/extension-names.ts'
import type { OperationCall } from '#operations/operations.ts'
import { type LimitUnit, minutes, money } from './limit-units.tsx'

/** A limit in the unit of its kind. */
export type ShownLimit = Pick<Limit, 'period' | 'used' | 'until' | 'amount' | 'raise'>

interface LimitOperation<C extends OperationCall> {
  call: C
  /** Null for no limit. */
  input: (period: LimitPeriod, amount: number | null) => Input<C>
}

/** Keeps a call and what it is sent together. */
const operation = <C extends OperationCall>(
  call: C,
  input: LimitOperation<C>['input'],
): LimitOperation<C> => ({ call, input })

/** All that the screen knows of one kind of limit. */
export interface ShownKind {
  title: MessageDescriptor
  about: ReactNode
  unit: LimitUnit
  extension: ExtensionName
  limitsOf: (all: Limits) => readonly ShownLimit[]
  setting: LimitOperation<typeof setLimit | typeof setTimeLimit>
  confirmation: LimitOperation<typeof confirmLimit | typeof confirmTimeLimit>
}

const ofMoney = (kind: LimitKind): Omit<ShownKind, 'title' | 'about'> => ({
  unit: money,
  extension: 'play-limits',
  limitsOf: ({ limits }) => limits.filter((one) => one.kind === kind),
  setting: operation(setLimit, (period, amount) => ({ body: { kind, period, amount } })),
  confirmation: operation(confirmLimit, (period, amount) => ({ body: { kind, period, amount } })),
})

/** The page's shell has its words too. */
export const firstKind: ShownKind = {
  ...ofMoney('deposit'),
  title: msg`Deposits`,
  about: (
    <Trans>
      How much you pay in at most. Money that arrives all the same is yours, and counts. Lower limits take
      effect at once; higher ones after 24 hours, when you confirm them.
    </Trans>
  ),
}

export const shownKinds: readonly ShownKind[] = [
  firstKind,
  {
    ...ofMoney('loss'),
    title: msg`Losses`,
    about: (
      <Trans>
        How much more you may move into games than you take out of them. What was in games before the day,
        week or month began comes out first, and makes no room for more. Taking money out of games, and
        withdrawing it, is always possible.
      </Trans>
    ),
  },
  {
    title: msg`Time at play`,
    about: (
      <Trans>
        Your time begins when money goes into a game. It ends when all of it is back, or half an hour after
        the last round. When it is used up, no more money goes into games; taking it out is always possible.
      </Trans>
    ),
    unit: minutes,
    extension: 'time-limits',
    limitsOf: ({ times }) =>
      times.map(({ period, used, until, minutes: amount, raise }) => ({
        period,
        used,
        until,
        amount,
        raise: raise && { amount: raise.minutes, from: raise.from },
      })),
    setting: operation(setTimeLimit, (period, amount) => ({ body: { period, minutes: amount } })),
    confirmation: operation(confirmTimeLimit, (period, amount) => ({ body: { period, minutes: amount } })),
  },
]
