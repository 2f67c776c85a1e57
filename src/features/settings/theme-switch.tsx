import { useLingui } from '@lingui/react/macro'
import { useAtom } from 'jotai'
import { RESET } from 'jotai/utils'
import { themeAtom } from '#data/theme.ts'
import { Choices } from '#ui/form/choices.tsx'

export function ThemeSwitch() {
  const { t } = useLingui()
  const [theme, setTheme] = useAtom(themeAtom)
  return (
    <Choices
      label={t`Appearance`}
      layout="columns"
      options={[
        { value: 'system', label: t`Use phone setting` },
        { value: 'day', label: t`Day` },
        { value: 'night', label: t`Night` },
      ]}
      value={theme}
      onChange={(next) => setTheme(next === 'system' ? RESET : next)}
    />
  )
}
