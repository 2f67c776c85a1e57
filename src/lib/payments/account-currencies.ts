export const accountCurrencies = ['BAHT', 'LAK'] as const
export type AccountCurrency = (typeof accountCurrencies)[number]
