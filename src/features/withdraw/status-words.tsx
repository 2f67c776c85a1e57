import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { BonusLink } from '#components/bonus-link.tsx'
import { ContactLink } from '#components/contact-link.tsx'
import { RewardType } from '#components/reward-type.tsx'
import { WalletAmount } from '#components/wallet-amount.tsx'
import { type CameBack, cameBackWords } from '#data/wallet/came-back.ts'
import type { WithdrawBlock } from '#data/wallet/withdraw-blocks.ts'
import { formatDate, formatTime } from '#i18n/format.ts'
import { Amount } from '#ui/amount.tsx'
import type { IconName } from '#ui/icon.tsx'

export interface StatusWords {
  icon: IconName
  title: ReactNode
  text: ReactNode
  action?: ReactNode
}

/** What keeps the member from withdrawing, in words. */
export function wordsOf(block: WithdrawBlock): StatusWords {
  switch (block.kind) {
    case 'hold': {
      const date = formatDate(block.until)
      const time = formatTime(block.until)
      return {
        icon: 'lock',
        title: <Trans>Withdrawals are on hold</Trans>,
        text: block.isNew ? (
          <Trans>
            This account was added a short while ago. For your safety you can withdraw to it from {date}{' '}
            {time}. If it was not you who added it, please contact us at once.
          </Trans>
        ) : (
          <Trans>
            Your bank account was changed. For your safety you can withdraw again from {date} {time}. If it
            was not you who changed it, please contact us at once.
          </Trans>
        ),
      }
    }
    case 'bonus':
      return {
        icon: 'gift',
        title: <RewardType type={block.type} />,
        text:
          block.toPlay === undefined ? (
            <Trans>
              This bonus is in use. Money can be withdrawn once its terms are met, or once it is cancelled.
            </Trans>
          ) : (
            <Trans>
              This bonus is in use. Before you can withdraw,{' '}
              <WalletAmount satang={block.toPlay} stale={block.stale} /> must still be played in games.
            </Trans>
          ),
        action: <BonusLink />,
      }
    case 'turnover':
      return {
        icon: 'info',
        title: <Trans>Play before you withdraw</Trans>,
        text: (
          <Trans>
            You can withdraw once you have played <WalletAmount satang={block.toPlay} stale={block.stale} />{' '}
            more of your deposits in games.
          </Trans>
        ),
      }
  }
}

/** The same in short, for beside the button. */
export function reasonOf(block: WithdrawBlock): ReactNode {
  if (block.kind === 'hold' || block.toPlay === undefined) return wordsOf(block).title
  return (
    <Trans>
      Still to be played before you can withdraw: <WalletAmount satang={block.toPlay} stale={block.stale} />
    </Trans>
  )
}

export const maxPendingRule = (count: number): ReactNode => (
  <Plural
    value={count}
    one={`${count} withdrawal can be on its way to the bank at a time.`}
    other={`${count} withdrawals can be on their way to the bank at a time.`}
  />
)

/** The site is checking its ledger: a withdrawal leaves the wallet and waits. */
export const payoutsStopped: StatusWords = {
  icon: 'clock',
  title: <Trans>Withdrawals are being checked</Trans>,
  text: (
    <Trans>
      We are checking all accounts. What you withdraw waits safely and goes to your bank as soon as the check
      is over. Nothing is lost.
    </Trans>
  ),
}

/** How a withdrawal came back to the wallet. */
export function CameBackText({ as }: { as: CameBack }) {
  const { t } = useLingui()
  return t(cameBackWords[as])
}

/** The bank refused the last withdrawal of this many satang. */
export const cameBack = (satang: number): StatusWords => ({
  icon: 'withdraw',
  title: <Trans>Your last withdrawal came back</Trans>,
  text: (
    <Trans>
      The bank did not take <Amount satang={satang} />. The money is in your wallet again. Please check the
      account below, then withdraw once more or contact us.
    </Trans>
  ),
})

/** Staff refused the last withdrawal, and the bank was never asked: its account may be right. */
export const refusedByStaff: StatusWords = {
  icon: 'withdraw',
  title: <Trans>Your last withdrawal came back</Trans>,
  text: <CameBackText as="refused" />,
  action: <ContactLink />,
}

/** This many satang of the wallet go to the bank together with what the games pay. */
export const waitsForGames = (satang: number): StatusWords => ({
  icon: 'clock',
  title: <Trans>Waits for the games</Trans>,
  text: (
    <Trans>
      <Amount satang={satang} /> of your wallet is set aside. Once the games have paid, the whole amount goes
      to your bank. If they do not pay, it comes back to your wallet.
    </Trans>
  ),
})
