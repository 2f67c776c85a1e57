import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { WALLET } from '#api/contract/wallet.ts'
import { isQrChannel } from '#api/contract/qr-channels.ts'
import type { Statement } from '#api/contract/statement.ts'
import { qrChannelNames } from '#data/qr-channel-names.ts'
import { banksQueryOptions } from '#data/site-config-queries.ts'
import { TRUE_WALLET } from '#lib/true-wallet.ts'
import { useSiteInfo } from '#data/use-site-info.ts'
import { bankName } from '#i18n/bank-name.ts'

/** Names both sides of a row's money, and the bank or channel that it came or went through; '' for what is not known. */
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
    if (code === TRUE_WALLET) return 'TrueMoney'
    const bank = banks?.find((one) => one.code === code)
    if (bank) return bankName(bank, i18n.locale)
    return isQrChannel(code) ? t(qrChannelNames[code]) : code
  }
  const sideOf = (code: string, ending: string) => nameOf(code) + (ending && ` …${ending}`)
  return {
    channel: nameOf(isOutside ? row.channel || (isIn ? from : to) : row.channel),
    // A bonus comes from the site itself.
    from: statementType === 'bonus' ? site : sideOf(from, fromEnding),
    to: sideOf(to, toEnding),
  }
}
