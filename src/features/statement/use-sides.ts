import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { WALLET } from '#api/contract/wallet.ts'
import type { Statement } from '#api/contract/statement.ts'
import { channelNames } from '#data/deposit/channel-names.ts'
import { banksQueryOptions } from '#data/site/site-config-queries.ts'
import { lookup } from '#lib/lookup.ts'
import { useSiteInfo } from '#data/site/use-site-info.ts'
import { bankName } from '#i18n/bank-name.ts'

/**
 * Names both sides of a row's money, and the bank or channel that it came or went
 * through; '' for what is not known, such as another backend's code.
 */
export function useSides(row: Statement, gameName: (code: string) => string) {
  const { t, i18n } = useLingui()
  const { statementType, from, to, fromEnding, toEnding } = row
  const isIn = statementType === 'deposit'
  const isOutside = isIn || statementType === 'withdraw'
  const { data: banks } = useQuery({ ...banksQueryOptions, enabled: isOutside })
  const site = useSiteInfo()?.name ?? ''
  const nameOf = (code: string) => {
    if (code === WALLET) return t`Wallet`
    if (!isOutside) return gameName(code)
    const bank = banks?.find((one) => one.code === code)
    if (bank) return bankName(bank, i18n.locale)
    const channel = lookup(channelNames, code)
    return channel ? t(channel) : ''
  }
  const sideOf = (code: string, ending: string) =>
    [nameOf(code), ending && `…${ending}`].filter(Boolean).join(' ')
  return {
    channel: nameOf(isOutside ? row.channel || (isIn ? from : to) : row.channel),
    // A bonus comes from the site itself.
    from: statementType === 'bonus' ? site : sideOf(from, fromEnding),
    to: sideOf(to, toEnding),
  }
}
