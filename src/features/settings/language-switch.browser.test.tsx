import { expect, test, vi } from 'vitest'
import { renderScreen } from '#components/test-screen.tsx'
import { chooseLocale } from '#i18n/activate.ts'
import { LanguageSwitch } from './language-switch.tsx'

vi.mock('#i18n/activate.ts', { spy: true })

test('a tap is answered at once, and a language that cannot be loaded is not shown as chosen', async () => {
  const fails: (() => void)[] = []
  vi.mocked(chooseLocale).mockImplementation(() => new Promise((_loaded, fail) => fails.push(fail)))
  const screen = await renderScreen(<LanguageSwitch />)
  const group = screen.getByRole('group', { name: 'Language' })
  const english = screen.getByRole('button', { name: 'EN' })
  const lao = screen.getByRole('button', { name: 'ລາວ' })
  const thai = screen.getByRole('button', { name: 'ไทย' })
  await lao.click()
  await expect.element(lao).toHaveAttribute('aria-pressed', 'true')
  await expect.element(group).toHaveAttribute('aria-busy', 'true')
  await expect.element(english).toHaveAttribute('aria-pressed', 'false')
  await thai.click()
  // The end of the first choice is not that of the second.
  fails[0]?.()
  await expect.element(thai).toHaveAttribute('aria-pressed', 'true')
  fails[1]?.()
  await expect.element(screen.getByText('This language could not be loaded. Please try again.')).toBeVisible()
  await expect.element(english).toHaveAttribute('aria-pressed', 'true')
  await expect.element(group).toHaveAttribute('aria-busy', 'false')
})
