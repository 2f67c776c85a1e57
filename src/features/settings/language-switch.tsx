import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { chooseLocale, currentLocale } from '#i18n/activate.ts'
import { htmlLang, locales, type Locale } from '#lib/text/locale-codes.ts'
import { Languages } from '#ui/frame/languages.tsx'
import { toast } from '#ui/message/toast.ts'

/** Short, so that all three fit beside the logo on a small phone. */
const labels: Record<Locale, string> = { th: 'ไทย', la: 'ລາວ', en: 'EN' }
const options = locales.map((value) => ({ value, label: labels[value], lang: htmlLang(value) }))

export function LanguageSwitch() {
  const { t } = useLingui()
  // On a slow line a language takes seconds to load: the tap is answered before.
  const [coming, setComing] = useState<Locale>()
  const choose = (locale: Locale) => {
    setComing(locale)
    chooseLocale(locale)
      .catch(() =>
        toast({
          tone: 'coral',
          title: t`This language could not be loaded. Please try again.`,
          id: 'language',
        }),
      )
      .finally(() => setComing((last) => (last === locale ? undefined : last)))
  }
  return (
    <Languages
      label={t`Language`}
      options={options}
      value={coming ?? currentLocale()}
      loading={!!coming}
      onChange={choose}
    />
  )
}
