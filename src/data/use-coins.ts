import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { memberAtom } from './member-atom.ts'
import { spinSetupQueryOptions } from './spin-queries.ts'
import { walletQueryOptions } from './wallet-queries.ts'

interface Heard {
  coins: number | undefined
  /** When it was heard, in ms by the phone's clock. */
  at: number
}

/** What the last spin left. */
export const spunCoinsAtom = memberAtom<Heard>(() => ({ coins: undefined, at: 0 }))

/**
 * The member's coins, by whichever answer came last: the wallet's, the wheel's or a spin's. Every screen shows this one
 * figure. Undefined: not known yet.
 */
export function useCoins(): number | undefined {
  const wallet = useQuery(walletQueryOptions)
  // Only looked at: the wheel is asked for where it is shown.
  const setup = useQuery({ ...spinSetupQueryOptions, enabled: false })
  const spun = useAtomValue(spunCoinsAtom)
  const answers: Heard[] = [
    { coins: setup.data?.coins, at: setup.dataUpdatedAt },
    { coins: wallet.data?.profile.coin, at: wallet.dataUpdatedAt },
    spun,
  ]
  const known = answers.filter(({ coins }) => coins !== undefined)
  return known.reduce<Heard | undefined>((last, one) => (last && last.at > one.at ? last : one), undefined)
    ?.coins
}
