import { useLingui } from '@lingui/react/macro'

/** A time at play in words: `2 h 30 min`. */
export function useDurationWords() {
  const { t } = useLingui()
  return (inAll: number): string => {
    const [hours, minutes] = [Math.floor(inAll / 60), inAll % 60]
    if (hours === 0) return t`${minutes} min`
    return minutes === 0 ? t`${hours} h` : t`${hours} h ${minutes} min`
  }
}
