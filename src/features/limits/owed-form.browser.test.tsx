import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { lost, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { OwedForm } from './owed-form.tsx'

afterEach(() => vi.unstubAllGlobals())

const owed = () => ({
  kind: 'break',
  until: new Date(Date.now() + 3_600_000).toISOString(),
  amount: 100,
  underWay: 0,
  bankCode: 'KBANK',
  accountEnding: '1234',
})

test('the amount comes into a region that was there before; once it is paid out the focus goes there', async () => {
  let amount = 100
  const pay = () => {
    amount = 0
    return { message: 'SUCCESS', amount: 100 }
  }
  noteExtensions('keys, acts, play-limits')
  stubBackend({ '/api/limits/owed': () => ({ ...owed(), amount }), '/api/limits/payout': pay })
  const screen = await renderScreen(<OwedForm />)
  const before = new Set(document.querySelectorAll('[aria-live=polite]'))
  const regionOf = (words: string) => screen.getByText(words).element().closest('[aria-live]')
  await screen.getByRole('textbox', { name: 'Phone number' }).fill('0812345678')
  await screen.getByLabelText('Password', { exact: true }).fill('petal-and-river-9')
  await screen.getByRole('button', { name: 'Show the amount' }).click()
  await expect.element(screen.getByText('100.00 ฿ can be paid out')).toBeVisible()
  expect(before).toContain(regionOf('100.00 ฿ can be paid out'))
  await screen.getByRole('button', { name: 'Pay out' }).click()
  await expect.element(screen.getByText('0.00 ฿ can be paid out', { exact: true })).toBeVisible()
  expect(document.activeElement).toBe(regionOf('0.00 ฿ can be paid out'))
})

test('phone and password are read as the sign-in reads them: what no account has is told, and not asked for', async () => {
  noteExtensions('keys, acts, play-limits')
  const asked = stubBackend({ '/api/limits/owed': owed })
  const screen = await renderScreen(<OwedForm />)
  const phone = screen.getByRole('textbox', { name: 'Phone number' })
  const show = screen.getByRole('button', { name: 'Show the amount' })
  await phone.fill('somchai')
  await screen.getByLabelText('Password', { exact: true }).fill('x'.repeat(201))
  await show.click()
  await expect.element(phone).toHaveAccessibleDescription('A phone number has digits, not letters.')
  await expect.element(screen.getByText('A password has at most 200 characters.')).toBeVisible()
  await expect.element(phone).toHaveFocus()
  expect(asked).toEqual([])
  await phone.fill('+66 81-234-5678')
  await screen.getByLabelText('Password', { exact: true }).fill('petal-and-river-9')
  await show.click()
  await expect.element(screen.getByText('100.00 ฿ can be paid out')).toBeVisible()
  expect(asked.find(({ path }) => path === '/api/limits/owed')?.body).toEqual({
    username: '0812345678',
    password: 'petal-and-river-9',
  })
})

test.each([
  ['KBANK', 'Kasikornbank'],
  ['NEW', 'NEW'],
])('the bank %s is called %s', async (bankCode, name) => {
  noteExtensions('keys, acts, play-limits')
  stubBackend({
    '/api/limits/owed': () => ({ ...owed(), bankCode }),
    '/api/lookup/banks': () => [{ code: 'KBANK', nameTH: 'กสิกรไทย', nameEN: 'Kasikornbank' }],
  })
  const screen = await renderScreen(<OwedForm />)
  await screen.getByRole('textbox', { name: 'Phone number' }).fill('0812345678')
  await screen.getByLabelText('Password', { exact: true }).fill('petal-and-river-9')
  await screen.getByRole('button', { name: 'Show the amount' }).click()
  await expect.element(screen.getByText(`To ${name} •••• 1234`)).toBeVisible()
})

test('a payment that staff still check is told', async () => {
  noteExtensions('keys, acts, play-limits')
  stubBackend({ '/api/limits/owed': () => ({ ...owed(), amount: 0, checked: 500 }) })
  const screen = await renderScreen(<OwedForm />)
  await screen.getByRole('textbox', { name: 'Phone number' }).fill('0812345678')
  await screen.getByLabelText('Password', { exact: true }).fill('petal-and-river-9')
  await screen.getByRole('button', { name: 'Show the amount' }).click()
  await expect.element(screen.getByText(/still checking 500\.00\s฿ that you paid in/u)).toBeVisible()
})

test.each([
  [{ message: 'KEY_INVALID', reason: 'below-minimum', minimum: 500 }, /^The minimum is 500\.00/u],
  [{ message: 'REQUEST_LIMIT', reason: 'too-many-pending' }, /Too many withdrawals are on their way/u],
  [{ message: 'BONUS_CONDITION' }, /^The terms of your bonus are not met yet\. You can withdraw after/u],
  [
    { message: 'MONEY_NOT_ENOUGH' },
    /^Nothing can be paid out now\. If a round or bet is still open in a game, try again/u,
  ],
])('a payout that is refused says why: %j', async (body, words) => {
  noteExtensions('keys, acts, play-limits')
  stubBackend({ '/api/limits/owed': owed, '/api/limits/payout': () => Response.json(body, { status: 400 }) })
  const screen = await renderScreen(<OwedForm />)
  await screen.getByRole('textbox', { name: 'Phone number' }).fill('0812345678')
  await screen.getByLabelText('Password', { exact: true }).fill('petal-and-river-9')
  await screen.getByRole('button', { name: 'Show the amount' }).click()
  await screen.getByRole('button', { name: 'Pay out' }).click()
  await expect.element(screen.getByText(words)).toBeVisible()
})

test('a payout whose answer is lost is asked for again by the same key; somebody else’s has another', async () => {
  noteExtensions('keys, acts, play-limits')
  const asked = stubBackend({
    '/api/limits/owed': owed,
    '/api/limits/payout': lost,
  })
  const keys = () => asked.filter(({ path }) => path === '/api/limits/payout').map(({ key }) => key)
  const screen = await renderScreen(<OwedForm />)
  const show = async (phone: string) => {
    await screen.getByRole('textbox', { name: 'Phone number' }).fill(phone)
    await screen.getByLabelText('Password', { exact: true }).fill('petal-and-river-9')
    await screen.getByRole('button', { name: 'Show the amount' }).click()
    await expect.element(screen.getByText('100.00 ฿ can be paid out')).toBeVisible()
  }
  const golden = () =>
    [...document.querySelectorAll('button')]
      .filter((button) => getComputedStyle(button).backgroundImage.includes('gradient'))
      .map(({ textContent }) => textContent)
  const payOut = async () => {
    const before = keys().length
    await screen.getByRole('button', { name: 'Pay out' }).click()
    await expect.poll(() => keys().length).toBe(before + 1)
    await expect.element(screen.getByRole('button', { name: 'Show the amount' })).toBeEnabled()
  }

  expect(golden()).toEqual(['Show the amount'])
  await show('0812345678')
  expect(golden()).toEqual(['Pay out'])
  await payOut()
  await show('0812345678')
  await payOut()
  await show('0898765432')
  await payOut()
  const [first, again, other] = keys()
  expect(first).toBeTruthy()
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('a payout that was refused is another one at the next tap: by its key the server would refuse it for a day', async () => {
  noteExtensions('keys, acts, play-limits')
  const asked = stubBackend({
    '/api/limits/owed': owed,
    '/api/limits/payout': () => Response.json({ message: 'MONEY_NOT_ENOUGH' }, { status: 400 }),
  })
  const keys = () => asked.filter(({ path }) => path === '/api/limits/payout').map(({ key }) => key)
  const screen = await renderScreen(<OwedForm />)
  await screen.getByRole('textbox', { name: 'Phone number' }).fill('0812345678')
  await screen.getByLabelText('Password', { exact: true }).fill('petal-and-river-9')
  await screen.getByRole('button', { name: 'Show the amount' }).click()
  const payOut = screen.getByRole('button', { name: 'Pay out' })
  await payOut.click()
  await expect.element(screen.getByText(/^Nothing can be paid out now/u)).toBeVisible()
  await payOut.click()
  await expect.poll(keys).toHaveLength(2)
  expect(new Set(keys()).size).toBe(2)
})

/** The form of a member who has typed phone and password and asked for the amount. A payout is answered by `answer`. */
async function askedForm() {
  noteExtensions('keys, acts, play-limits')
  let resolvePayout: (reply: object) => void = () => undefined
  const asked = stubBackend({
    '/api/limits/owed': owed,
    '/api/limits/payout': () => new Promise((resolve) => (resolvePayout = resolve)),
  })
  const screen = await renderScreen(<OwedForm />)
  const phone = screen.getByRole('textbox', { name: 'Phone number' })
  await phone.fill('0812345678')
  await screen.getByLabelText('Password', { exact: true }).fill('petal-and-river-9')
  await userEvent.keyboard('{Enter}')
  return {
    screen,
    phone,
    sent: (path: string) => asked.filter((call) => call.path === `/api/limits/${path}`),
    answer: () => resolvePayout({ message: 'SUCCESS', amount: 100 }),
  }
}

test('while a payout is under way nobody else’s money is asked for', async () => {
  const { screen, phone, sent, answer } = await askedForm()
  await screen.getByRole('button', { name: 'Pay out' }).click()
  await expect.poll(() => sent('payout')).toHaveLength(1)
  await phone.fill('0898765432')
  await userEvent.keyboard('{Enter}')
  answer()
  // The amount that is asked for afterwards belongs to the member who was paid.
  await expect.poll(() => sent('owed')).toHaveLength(2)
  const phones = sent('owed').map(({ body }) => (body as { username: string }).username)
  expect(phones).toEqual(['0812345678', '0812345678'])
})

test('a double tap pays out once', async () => {
  const { screen, sent, answer } = await askedForm()
  const paid = () => sent('payout')
  const payOut = screen.getByRole('button', { name: 'Pay out' })
  await expect.element(payOut).toBeVisible()
  const button = payOut.element() as HTMLElement
  button.click()
  button.click()
  await expect.poll(paid).not.toEqual([])
  answer()
  await expect.element(screen.getByRole('button', { name: 'Show the amount' })).toBeEnabled()
  expect(paid()).toHaveLength(1)
  // The next one is another payout.
  await expect.element(payOut).toBeEnabled()
  await payOut.click()
  await expect.poll(paid).toHaveLength(2)
  expect(paid()[1]?.key).not.toBe(paid()[0]?.key)
})
