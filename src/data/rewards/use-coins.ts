import { useQuery } from '@tanstack/react-query'
import { spinSetupQueryOptions, spunCoinsQueryOptions } from './spin-queries.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'

interface KnownCoins {
  coins: number | undefined
  /** When it was received, in ms by the phone's clock. */
  at: number
}

/**
 * The member's coins by the latest reply: the wallet's, the wheel's or a spin's. Every screen shows this number. Undefined
 * until it is known.
 */
export function useCoins(): number | undefined {
  const wallet = useQuery(walletQueryOptions)
  // Disabled: only the wheel's own screen fetches it.
  const setup = useQuery({ ...spinSetupQueryOptions, enabled: false })
  const spun = useQuery(spunCoinsQueryOptions)
  const answers: KnownCoins[] = [
    { coins: setup.data?.coins, at: setup.dataUpdatedAt },
    { coins: wallet.data?.profile.coin, at: wallet.dataUpdatedAt },
    { coins: spun.data, at: spun.dataUpdatedAt },
  ]
  const known = answers.filter(({ coins }) => coins !== undefined)
  return known.reduce<KnownCoins | undefined>(
    (last, one) => (last && last.at > one.at ? last : one),
    undefined,
  )?.coins
}
