import { Suspense, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen, stillUntil, stubBackend } from '#data/test-screen.tsx'
import type { Step } from './auth-rules.ts'
import { dropDraft, emptyDraft, keepDraft } from './register-draft.ts'
import { RegisterScreen } from './register-screen.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  dropDraft()
})

const done = vi.fn<() => void>()

function Register() {
  const [step, setStep] = useState<Step>('profile')
  return (
    <Suspense>
      <RegisterScreen step={step} onStep={setStep} onDone={done} />
    </Suspense>
  )
}

test('a new member reads the welcome for two seconds before the sign-in page', async () => {
  stubBackend({
    '/api/lookup/registerOTP': () => ({ enabled: false }),
    '/api/lookup/sources': () => [],
    '/api/lookup/banks': () => [{ code: 'SCB', nameTH: 'ไทยพาณิชย์', nameEN: 'Siam Commercial Bank' }],
    '/api/account/validate': () => ({ message: 'OK' }),
    '/api/account': () => ({ message: 'SUCCESS' }),
  })
  keepDraft({
    ...emptyDraft,
    phoneNumber: '0812345678',
    name: 'Mali',
    bankCode: 'SCB',
    firstName: 'Mali',
    lastName: 'Jaidee',
    bankAccountNo: '1234567890',
  })
  const screen = await renderScreen(<Register />)
  await screen.getByLabelText('Password', { exact: true }).fill('river1234')
  await screen.getByLabelText('Password once more').fill('river1234')
  await screen.getByRole('button', { name: 'Continue' }).click()
  const register = screen.getByRole('button', { name: 'Register' })
  await expect.element(register).toBeEnabled()

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await register.click()
  await stillUntil(() => screen.getByText('Welcome!').query() !== null)
  await vi.advanceTimersByTimeAsync(1999)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toHaveBeenCalledTimes(1)
})
