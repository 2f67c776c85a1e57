import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
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
import type { ExtensionName } from '#lib/extension-names.ts'
import type { ShownOperation } from '#operations/operation-notice.tsx'
import { useOperation } from '#operations/use-operation.ts'
import { type LimitUnit, minutes, money } from './limit-units.tsx'

/** A limit in the unit of its kind. */
export type ShownLimit = Pick<Limit, 'period' | 'used' | 'amount' | 'raise'>

type Status = 'done' | 'failed' | 'unknown'

interface LimitChange {
  setting: ShownOperation
  confirmation: ShownOperation
  /** Null for no limit. */
  set: (amount: number | null) => void
  confirm: () => void
}

interface LimitEnds {
  onSet: (status: Status, amount: number | null) => void
  onConfirmed: (status: Status) => void
}

/** All that the screen knows of one kind of limit. */
export interface ShownKind {
  title: MessageDescriptor
  about: ReactNode
  unit: LimitUnit
  extension: ExtensionName
  limitsOf: (all: Limits) => readonly ShownLimit[]
  useChange: (period: LimitPeriod, ends: LimitEnds) => LimitChange
}

const ofMoney = (kind: LimitKind): Omit<ShownKind, 'title' | 'about'> => ({
  unit: money,
  extension: 'play-limits',
  limitsOf: ({ limits }) => limits.filter((one) => one.kind === kind),
  useChange(period, { onSet, onConfirmed }) {
    const setting = useOperation(setLimit, {
      onResult: ({ status }, { body }) => onSet(status, body.amount),
    })
    const confirmation = useOperation(confirmLimit, { onResult: ({ status }) => onConfirmed(status) })
    return {
      setting,
      confirmation,
      set: (amount) => void setting.run({ body: { kind, period, amount } }),
      confirm: () => void confirmation.run({ body: { kind, period } }),
    }
  },
})

export const shownKinds: readonly ShownKind[] = [
  {
    ...ofMoney('deposit'),
    title: msg`Deposits`,
    about: (
      <Trans>
        How much you pay in at most. Money that arrives all the same is yours, and counts. Lower limits hold
        at once; higher ones after 24 hours, when you confirm them.
      </Trans>
    ),
  },
  {
    ...ofMoney('loss'),
    title: msg`Losses`,
    about: (
      <Trans>
        How much more you may move into games than you take out of them. Taking money out of games, and
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
      times.map(({ period, used, minutes: amount, raise }) => ({
        period,
        used,
        amount,
        raise: raise && { amount: raise.minutes, from: raise.from },
      })),
    useChange(period, { onSet, onConfirmed }) {
      const setting = useOperation(setTimeLimit, {
        onResult: ({ status }, { body }) => onSet(status, body.minutes),
      })
      const confirmation = useOperation(confirmTimeLimit, { onResult: ({ status }) => onConfirmed(status) })
      return {
        setting,
        confirmation,
        set: (amount) => void setting.run({ body: { period, minutes: amount } }),
        confirm: () => void confirmation.run({ body: { period } }),
      }
    },
  },
]
