import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen, stubBackend } from '#components/test-screen.tsx'
import { emptyDraft } from '../register-draft.ts'
import { BankStep } from './bank-step.tsx'

vi.mock(import('#lib/env.ts'), async (original) => {
  const { env } = await original()
  return { env: { ...env, country: 'LA' as const } }
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const draft = {
  ...emptyDraft,
  name: 'Mali',
  phoneNumber: '02055512345',
  bankCode: 'BCEL',
  firstName: 'Mali',
  lastName: 'Jaidee',
}
const nothing = () => undefined

test('a number of another currency or of dollars is refused where it is entered, and sent once it is right', async () => {
  const asked = stubBackend({
    '/api/lookup/banks': () => [{ code: 'BCEL', nameTH: 'ການຄ້າ', nameEN: 'BCEL Bank' }],
    '/api/account': () => ({ message: 'SUCCESS' }),
  })
  const done = vi.fn<() => void>()
  const screen = await renderScreen(
    <BankStep
      draft={draft}
      password="river1234"
      onKeep={nothing}
      onDone={done}
      onUnverified={nothing}
      onWeak={nothing}
      onSignIn={nothing}
    />,
  )
  const number = screen.getByLabelText('Account number')
  const submit = screen.getByRole('button', { name: 'Register' })
  const other = screen.getByText('This number is of an account in another currency.')
  const dollars = screen.getByText('This number is of an account in US dollars.')
  await number.fill('010120200765432001')
  await submit.click()
  await expect.element(other).toBeVisible()
  await number.fill('010120100765432001')
  await expect.element(dollars).toBeVisible()
  await expect.element(other).not.toBeInTheDocument()
  await number.fill('010120200765432001')
  await expect.element(other).toBeVisible()
  await screen.getByText('Baht (THB)').click()
  await expect.element(other).not.toBeInTheDocument()
  expect(asked.filter(({ path }) => path === '/api/account')).toEqual([])
  await submit.click()
  await vi.waitFor(() => expect(done).toHaveBeenCalled())
  expect(asked.findLast(({ path }) => path === '/api/account')?.body).toMatchObject({
    bankAccountNo: '010120200765432001',
    bankAccountName: 'Mali Jaidee',
    currency: 'BAHT',
  })
})
