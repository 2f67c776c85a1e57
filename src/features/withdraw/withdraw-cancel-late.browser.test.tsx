import { expect, test, vi } from 'vitest'
import { sayMoneyChanged } from '#components/test-screen.tsx'
import type * as Activate from '#i18n/activate.ts'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { backend, pending, showSheet, stubWithdrawals } from './test-withdraw-sheet.tsx'

const late = vi.hoisted(() => {
  let arrive: () => void = () => undefined
  const file = new Promise<void>((resolve) => (arrive = resolve))
  return { file, arrive: () => arrive() }
})

// The button's file comes late, as on a slow connection.
vi.mock('#i18n/activate.ts', async (original) => ({
  ...(await original<typeof Activate>()),
  withLaterMessages: async <File,>(load: () => Promise<File>) => {
    await late.file
    return load()
  },
}))

stubWithdrawals()

test('the button that cancels a withdrawal has its room before it is there, so that nothing moves', async () => {
  noteExtensions('keys, acts, withdrawals')
  const { screen, enter, confirm } = await showSheet()
  await enter('100')
  backend.answer = () => {
    const expectedAt = new Date(Date.now() + 60_000).toISOString()
    backend.statements = [{ ...pending(100), reference: 'w1', withdrawal: { mayCancel: true, expectedAt } }]
    return { message: 'SUCCESS' }
  }
  await confirm()
  const steps = screen.getByRole('list', { name: /^Step/u })
  const done = screen.getByRole('button', { name: 'Done' })
  // The sheet itself still rises.
  const place = () => done.element().getBoundingClientRect().top - steps.element().getBoundingClientRect().top
  await expect.element(screen.getByText(/Should arrive by about/u)).toBeVisible()
  const cancel = screen.getByRole('button', { name: 'Cancel withdrawal' })
  expect(cancel.query()).toBeNull()
  const before = place()
  late.arrive()
  await expect.element(cancel).toBeVisible()
  expect(place()).toBeCloseTo(before, 0)
})

test('what the row of a withdrawal just sent adds has its room before, so that nothing moves', async () => {
  noteExtensions('keys, acts, withdrawals')
  const { screen, enter, confirm } = await showSheet()
  await enter('100')
  await confirm()
  const title = screen.getByText('Your money is on its way')
  const done = screen.getByRole('button', { name: 'Done' })
  // The sheet itself still rises.
  const place = () => done.element().getBoundingClientRect().top - title.element().getBoundingClientRect().top
  await expect.element(done).toBeVisible()
  const before = place()
  const expectedAt = new Date(Date.now() + 60_000).toISOString()
  backend.statements = [{ ...pending(100), reference: 'w1', withdrawal: { mayCancel: true, expectedAt } }]
  sayMoneyChanged()
  await expect.element(screen.getByText(/Should arrive by about/u)).toBeVisible()
  expect(place()).toBeCloseTo(before, 0)
})
