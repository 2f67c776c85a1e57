import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { chooseTheme, chosenTheme, type Theme } from '#data/theme.ts'
import { Choices } from '#ui/choices.tsx'

export function ThemeSwitch() {
  const { t } = useLingui()
  const [theme, setTheme] = useState(chosenTheme)
  const choose = (next: Theme) => {
    chooseTheme(next)
    setTheme(next)
  }
  return (
    <Choices
      label={t`Appearance`}
      layout="columns"
      options={[
        { value: 'system', label: t`As the phone` },
        { value: 'day', label: t`Day` },
        { value: 'night', label: t`Night` },
      ]}
      value={theme}
      onChange={choose}
    />
  )
}
