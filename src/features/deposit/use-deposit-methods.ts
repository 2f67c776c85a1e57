import type { QueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { Reply } from '#api/contract/call.ts'
import type { lookupDeposit } from '#api/contract/lookup.ts'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { qrQueryOptions } from '#data/qr-queries.ts'
import { depositLookupQueryOptions } from '#data/site-config-queries.ts'
import { waitingChannelsAtom } from '#data/waiting-qrs.ts'
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
  /** Those that have something in them. */
  sections: readonly DepositSection[]
  /** The QR channel to begin with: the one asked for, else one where a code is known to wait. */
  first: QrChannelRule | undefined
}

/** Asks for what the sheet begins with: the ways to pay in, and whether a code waits at the first channel. */
export async function prefetchDeposit(queryClient: QueryClient): Promise<void> {
  const { banks } = await queryClient.ensureQueryData(depositLookupQueryOptions)
  const [first] = openQrChannels(banks, rules)
  if (first) await queryClient.ensureQueryData(qrQueryOptions(first.code))
}

/** The ways to pay in. Before the site has told them, those where a code waits: it can still be paid from another phone. */
export function useDepositMethods(
  lookup: Reply<typeof lookupDeposit> | undefined,
  asked: QrChannel | undefined,
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
  const first = channels.find(({ code }) => code === asked) ?? channels.find(waits)
  return { accounts, channels, wallets, sections, first }
}
