import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { Choices } from '#ui/form/choices.tsx'
import { SegmentPanel, Segments } from '#ui/form/segments.tsx'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { BankSection } from './bank/bank-section.tsx'
import styles from './deposit-sheet.module.css'
import type { TypedAmount } from './qr/qr-form.tsx'
import type { PaidQr } from './qr/qr-paid.tsx'
import { QrSection } from './qr/qr-section.tsx'
import type { AvailableMethods, DepositSection } from './use-deposit-methods.ts'
import { WalletSection } from './wallet/wallet-section.tsx'

interface DepositMethodsProps {
  methods: AvailableMethods
  /** The methods are known and are being refetched. */
  refreshing: boolean
  lastKnownAt: number | undefined
  onClose: () => void
  onPaid: (paid: PaidQr) => void
}

export function DepositMethods({ methods, refreshing, lastKnownAt, onClose, onPaid }: DepositMethodsProps) {
  const { t } = useLingui()
  const id = useId()
  const [chosen, setChosen] = useState<DepositSection>('qr')
  // Kept here, so that the amount survives a change of channel or method.
  const [amount, setAmount] = useState('')
  const section = methods.sections.includes(chosen) ? chosen : methods.sections[0]
  const options = [
    { value: 'bank', label: t`Account`, icon: 'bank' },
    { value: 'qr', label: t`QR`, icon: 'qr' },
    { value: 'wallet', label: t`Wallet app`, icon: 'wallet' },
  ] as const
  const shown = (
    <>
      {section === 'bank' &&
        (refreshing ? (
          <SkeletonPart shape={['words', 'line', 'line', 'line']} label={t`Loading`} />
        ) : (
          <BankSection accounts={methods.accounts} lastKnownAt={lastKnownAt} />
        ))}
      {section === 'qr' && (
        <QrMethods methods={methods} amount={amount} onAmount={setAmount} onClose={onClose} onPaid={onPaid} />
      )}
      {section === 'wallet' && <WalletSection wallets={methods.wallets} onDone={onClose} />}
    </>
  )
  if (!section || methods.sections.length === 1) return shown
  return (
    <>
      <Segments
        id={id}
        label={t`Ways to deposit`}
        options={options.filter(({ value }) => methods.sections.includes(value))}
        value={section}
        onChange={setChosen}
      />
      <SegmentPanel id={id} value={section} className={styles.panel}>
        {shown}
      </SegmentPanel>
    </>
  )
}

interface QrMethodsProps extends TypedAmount {
  methods: AvailableMethods
  onClose: () => void
  onPaid: (paid: PaidQr) => void
}

function QrMethods({ methods: { channels, first }, ...rest }: QrMethodsProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<QrChannel | undefined>(first?.code)
  const channel = channels.find(({ code }) => code === chosen) ?? channels[0]
  if (!channel) return null
  return (
    <>
      {/* First, because it decides what can be typed below it. */}
      {channels.length > 1 && (
        <Choices
          label={t`QR channel`}
          layout="scroll"
          options={channels.map(({ code, label }) => ({ value: code, label: t(label) }))}
          value={channel.code}
          onChange={setChosen}
        />
      )}
      <QrSection key={channel.code} channel={channel} {...rest} />
    </>
  )
}
