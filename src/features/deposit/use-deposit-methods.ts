import type { QueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { Reply } from '#api/contract/call.ts'
import type { lookupDeposit } from '#api/contract/lookup.ts'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { qrQueryOptions } from '#data/deposit/qr-queries.ts'
import { depositLookupQueryOptions } from '#data/site/site-config-queries.ts'
import { statementQueryOptions } from '#data/wallet/statement-queries.ts'
import { waitingChannelsAtom } from '#data/deposit/waiting-qrs.ts'
import { env } from '#lib/env.ts'
import { bankAccounts, type ShownAccount } from './bank/bank-rules.ts'
import { openQrChannels, qrChannelRules, type QrChannelRule } from './qr/qr-rules.ts'
import type { TrueWallet } from './wallet/wallet-section.tsx'

const rules = qrChannelRules(env.paytimzMinimum)

export type DepositSection = 'bank' | 'qr' | 'wallet'

export interface AvailableMethods {
  accounts: readonly ShownAccount[]
  channels: readonly QrChannelRule[]
  wallets: readonly TrueWallet[]
  /** The sections with at least one method. */
  sections: readonly DepositSection[]
  /** The QR channel selected first: the requested one, else one with an open code. */
  first: QrChannelRule | undefined
}

/** Prefetches what the sheet shows first: the methods, whether a code is open at the first channel, and payments that came too late. */
export async function prefetchDeposit(queryClient: QueryClient): Promise<void> {
  const statement = queryClient.prefetchQuery({ ...statementQueryOptions(), staleTime: Infinity })
  const { banks } = await queryClient.ensureQueryData(depositLookupQueryOptions)
  const [first] = openQrChannels(banks, rules)
  if (first) await queryClient.ensureQueryData(qrQueryOptions(first.code))
  await statement
}

/** The deposit methods. Before they are loaded, the channels with an open code, which can still be paid from another phone. */
export function useDepositMethods(
  lookup: Reply<typeof lookupDeposit> | undefined,
  requested: QrChannel | undefined,
): AvailableMethods {
  const waiting = useAtomValue(waitingChannelsAtom)
  const waits = ({ code }: QrChannelRule) => waiting.includes(code)
  const maximum = lookup?.qrMaximum
  const open = lookup ? openQrChannels(lookup.banks, rules) : rules.filter(waits)
  const channels = open.map((rule) => (typeof maximum === 'number' ? { ...rule, maximum } : rule))
  const accounts = lookup ? bankAccounts(lookup) : []
  const wallets = lookup?.wallets ?? []
  const sections: DepositSection[] = []
  if (accounts.length > 0) sections.push('bank')
  if (channels.length > 0) sections.push('qr')
  if (wallets.length > 0) sections.push('wallet')
  const first = channels.find(({ code }) => code === requested) ?? channels.find(waits)
  return { accounts, channels, wallets, sections, first }
}
