import { Plural, Trans } from '@lingui/react/macro'
import type { Bonus } from '#api/contract/bonus.ts'

type BonusLimitProps = Pick<Bonus, 'type' | 'maxReceived'>

/** How often the bonus can be received. */
export function BonusLimit({ type, maxReceived }: BonusLimitProps) {
  if (maxReceived === 1) {
    if (type === 'day') return <Trans>Once a day</Trans>
    return type === 'week' ? <Trans>Once a week</Trans> : <Trans>Once only</Trans>
  }
  if (type === 'day')
    return (
      <Plural value={maxReceived} one={`${maxReceived} time a day`} other={`${maxReceived} times a day`} />
    )
  if (type === 'week')
    return (
      <Plural value={maxReceived} one={`${maxReceived} time a week`} other={`${maxReceived} times a week`} />
    )
  return (
    <Plural value={maxReceived} one={`${maxReceived} time in all`} other={`${maxReceived} times in all`} />
  )
}
