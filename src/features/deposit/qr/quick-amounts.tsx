import { useLingui } from '@lingui/react/macro'
import { formatSatang } from '#lib/money/money.ts'
import { Choices } from '#ui/form/choices.tsx'
import type { QrChannelRule } from './qr-rules.ts'

interface QuickAmountsProps {
  channel: QrChannelRule
  /** Satang. */
  value: number | undefined
  disabled: boolean
  onChange: (satang: number) => void
}

export function QuickAmounts({ channel, value, disabled, onChange }: QuickAmountsProps) {
  const { t } = useLingui()
  return (
    <Choices
      label={t`Quick amounts`}
      layout="columns"
      disabled={disabled}
      value={value}
      options={channel.quickAmounts.map((quick) => ({
        value: quick,
        label: formatSatang(quick).replace(/\.00$/u, ''),
      }))}
      onChange={onChange}
    />
  )
}
