import type { Reply } from '#api/contract/call.ts'
import type { lookupDeposit } from '#api/contract/lookup.ts'

type DepositLookup = Reply<typeof lookupDeposit>
export type DepositAccount = DepositLookup['banks'][number]

/** How an account is shown: credited automatically, with BCEL's currency and help, by number only, or checked by staff. */
type AccountVariant = 'auto' | 'bcel' | 'plain' | 'manual'

export interface ShownAccount {
  account: DepositAccount
  variant: AccountVariant
}

/** Banks whose transfers are credited automatically, in the order in which they are shown. */
const automatic = ['SCB', 'GSB', 'KBANK']

function variantOf({ bankCode, mode }: DepositAccount): AccountVariant {
  if (bankCode === 'BCEL') return 'bcel'
  return mode === 'AUTO' && automatic.includes(bankCode) ? 'auto' : 'plain'
}

function rank({ account, variant }: ShownAccount): number {
  if (variant === 'auto') return automatic.indexOf(account.bankCode)
  return automatic.length + (variant === 'bcel' ? 0 : 1)
}

/** The accounts that take a transfer by number: automatic ones first, then BCEL's, then the others in the site's order. */
export function bankAccounts({ banks, isManual }: Pick<DepositLookup, 'banks' | 'isManual'>): ShownAccount[] {
  const accounts = banks.filter(({ bankType, bankAccountNo }) => bankType === 'BANK' && bankAccountNo !== '')
  if (isManual) return accounts.map((account) => ({ account, variant: 'manual' }))
  return accounts
    .map((account): ShownAccount => ({ account, variant: variantOf(account) }))
    .sort((one, other) => rank(one) - rank(other))
}

/** Whether the currency is shown: always at BCEL, elsewhere if it is not the site's currency. */
export function showsCurrency({ account: { currency }, variant }: ShownAccount): boolean {
  return currency !== '' && (variant === 'bcel' || (currency !== 'BAHT' && currency !== 'THB'))
}
