import { useQuery } from '@tanstack/react-query'
import { spinSetupQueryOptions, spunCoinsQueryOptions } from './spin-queries.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'

/**
 * The member's coins by the latest reply: the wallet's, the wheel's or a spin's. Every screen shows this number. Undefined
 * until it is known.
 */
export function useCoins(): number | undefined {
  const wallet = useQuery(walletQueryOptions)
  // Disabled: only the wheel's own screen fetches it.
  const setup = useQuery({ ...spinSetupQueryOptions, enabled: false })
  const spun = useQuery(spunCoinsQueryOptions)
  // The newest counts; of one moment, in this order.
  const answers = [
    { coins: spun.data, at: spun.dataUpdatedAt },
    { coins: wallet.data?.profile.coin, at: wallet.dataUpdatedAt },
    { coins: setup.data?.coins, at: setup.dataUpdatedAt },
  ].toSorted((one, other) => other.at - one.at)
  return answers.find(({ coins }) => coins !== undefined)?.coins
}
