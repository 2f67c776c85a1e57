import { env } from '#lib/env.ts'

interface BankNames {
  /** In the language of the site's country. */
  nameTH: string
  nameEN: string
}

/** A bank's name as it is read in this language: the country's own in its language, the English one elsewhere. */
export function bankName({ nameTH, nameEN }: BankNames, locale: string): string {
  return locale === env.defaultLocale ? nameTH || nameEN : nameEN || nameTH
}
