import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Copy } from '#components/copy.tsx'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { groupProfileAccountNo } from '#lib/payments/bank-account.ts'
import { formatMoney } from '#lib/money/money.ts'
import { trueWalletMinimum } from '#lib/payments/true-wallet.ts'
import { Card } from '#ui/list/card.tsx'
import { Choices } from '#ui/form/choices.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { GiftSection } from './gift-section.tsx'
import styles from './wallet-section.module.css'

export interface TrueWallet {
  walletAccountName: string
  walletAccountNo: string
}

interface WalletSectionProps {
  wallets: readonly TrueWallet[]
  onDone: () => void
}

export function WalletSection({ wallets, onDone }: WalletSectionProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(0)
  const wallet = wallets[chosen] ?? wallets[0]
  if (!wallet) return null
  return (
    <>
      {wallets.length > 1 && (
        <Choices
          label={t`Receiving wallet`}
          layout="scroll"
          options={wallets.map(({ walletAccountName }, index) => ({
            value: index,
            label: walletAccountName,
          }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      <SectionHead level={3} title={t`From your TrueMoney Wallet`} />
      <AutoCard wallet={wallet} />
      <SectionHead level={3} title={t`With a gift link`} />
      <GiftSection account={wallet.walletAccountName} onDone={onDone} />
    </>
  )
}

/** A transfer from the wallet app, matched to the member by the sending phone number. */
function AutoCard({ wallet }: { wallet: TrueWallet }) {
  const { t } = useLingui()
  const { data } = useQuery(walletQueryOptions)
  const minimum = formatMoney(trueWalletMinimum)
  const number = wallet.walletAccountNo
  return (
    <Card as="section" rows>
      <div className={styles.fact}>
        <dl>
          <dt>
            <Trans>Transfer to</Trans>
          </dt>
          <dd translate="no">
            {wallet.walletAccountName}
            {number && <b>{groupProfileAccountNo(number)}</b>}
          </dd>
        </dl>
        {number && (
          <Copy wide text={number} what={t`TrueMoney number`} label={t`Copy the TrueMoney number`} />
        )}
      </div>
      <dl className={styles.fact}>
        <dt>
          <Trans>From your registered phone only</Trans>
        </dt>
        <dd translate="no">{data && <b>{groupProfileAccountNo(data.profile.username)}</b>}</dd>
      </dl>
      <p className={styles.rule}>
        <Trans>At least {minimum}. Credited within about 1 minute of the transfer.</Trans>
      </p>
    </Card>
  )
}
