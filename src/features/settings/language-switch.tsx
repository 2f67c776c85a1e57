import { useLingui } from '@lingui/react/macro'
import { chooseLocale } from '#i18n/activate.ts'
import { htmlLang, locales, type Locale } from '#lib/text/locale-codes.ts'
import { isLocale } from '#i18n/locales.ts'
import { Languages } from '#ui/frame/languages.tsx'
import { toast } from '#ui/message/toast.ts'

/** Short, so that all three fit beside the logo on a small phone. */
const labels: Record<Locale, string> = { th: 'ไทย', la: 'ລາວ', en: 'EN' }
const options = locales.map((value) => ({ value, label: labels[value], lang: htmlLang(value) }))

export function LanguageSwitch() {
  const { t, i18n } = useLingui()
  const choose = (locale: Locale) => {
    chooseLocale(locale).catch(() =>
      toast({
        tone: 'coral',
        title: t`This language could not be loaded. Please try again.`,
        id: 'language',
      }),
    )
  }
  return (
    <Languages
      label={t`Language`}
      options={options}
      value={isLocale(i18n.locale) ? i18n.locale : 'en'}
      onChange={choose}
    />
  )
}
