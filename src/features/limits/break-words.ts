import { useLingui } from '@lingui/react/macro'

/** How long a break is, in whole hours, days or weeks; a self-exclusion in months or years. */
export function useBreakWords() {
  const { t } = useLingui()
  const hoursInWords = (hours: number): string => {
    const [days, weeks] = [hours / 24, hours / (24 * 7)]
    if (Number.isInteger(weeks) && weeks > 1) return t`${weeks} weeks`
    return Number.isInteger(days) && days > 1 ? t`${days} days` : t`${hours} hours`
  }
  const monthsInWords = (months: number): string => {
    const years = months / 12
    return Number.isInteger(years) && years > 1 ? t`${years} years` : t`${months} months`
  }
  return { hoursInWords, monthsInWords }
}
