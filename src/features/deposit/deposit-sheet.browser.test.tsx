import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answers, fetchShownAnew, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { followQrs } from '#data/deposit/waiting-qrs.ts'
import { DepositSheet } from './deposit-sheet.tsx'

afterEach(() => vi.unstubAllGlobals())

async function show(rule: object, more: Answers = {}) {
  stubBackend({
    '/api/qrcode/WW': () => ({ hasQrcode: false }),
    '/api/qrcode/FP': () => ({ hasQrcode: false }),
    ...more,
    '/api/lookup/deposit': () => ({ banks: [], wallets: [{ walletAccountName: 'Champa' }], ...rule }),
  })
  return renderScreen(<Deposit />)
}

function Deposit() {
  const client = useQueryClient()
  useEffect(() => followQrs(client), [client])
  return <DepositSheet onClose={vi.fn<() => void>()} />
}

test('the turnover of a deposit is shown before it is made', async () => {
  const screen = await show({ turnoverTimes: 3 })
  await expect.element(screen.getByText('Play before you withdraw')).toBeVisible()
  const words =
    'You can withdraw once you have played your deposit 3× in games. A deposit of 100.00 ฿ needs bets of 300.00 ฿ in all.'
  await expect.element(screen.getByText(words)).toBeVisible()
})

test.each([{}, { turnoverTimes: 0 }, { turnoverTimes: null }])('%j shows no turnover', async (rule) => {
  const screen = await show(rule)
  await expect.element(screen.getByRole('textbox').first()).toBeVisible()
  await expect.element(screen.getByText('Play before you withdraw')).not.toBeInTheDocument()
})

test('a typed amount survives a change of channel or method', async () => {
  const payment = { bankType: 'PAYMENT', mode: '', bankAccountName: '', bankAccountNo: '', currency: '' }
  const screen = await show({
    qrMaximum: 100_000,
    banks: [
      { ...payment, bankCode: 'WW' },
      { ...payment, bankCode: 'FP' },
    ],
  })
  const amount = screen.getByRole('textbox', { name: 'Amount to deposit' })
  await screen.getByRole('button', { name: 'PromptPay 1' }).click()
  await expect.element(screen.getByText('From 100.00 ฿ to 100,000.00 ฿ at a time')).toBeVisible()
  // What decides the limits stands before the amount, for eyes and keyboard alike.
  const channels = screen.getByRole('group', { name: 'QR channel' }).element()
  expect(channels.compareDocumentPosition(amount.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(channels.getBoundingClientRect().bottom).toBeLessThan(amount.element().getBoundingClientRect().top)
  await amount.fill('250')
  await screen.getByRole('button', { name: 'PromptPay 4' }).click()
  await expect.element(amount).toHaveValue('250')
  await screen.getByRole('tab', { name: 'Wallet app' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Gift link' })).toBeVisible()
  await screen.getByRole('tab', { name: 'QR' }).click()
  await expect.element(amount).toHaveValue('250')
})

test('a gift link whose form was closed on its way is confirmed where the next would be sent', async () => {
  let answer: (reply: object) => void = () => undefined
  const reply = new Promise((resolve) => (answer = resolve))
  const send = vi.fn<() => unknown>(() => reply)
  const banks = [
    { bankType: 'PAYMENT', bankCode: 'WW', mode: '', bankAccountName: '', bankAccountNo: '', currency: '' },
  ]
  const screen = await show({ banks }, { '/api/wallet/truelink': send })
  await screen.getByRole('tab', { name: 'Wallet app' }).click()
  await screen
    .getByRole('textbox', { name: 'Gift link' })
    .fill('https://gift.truemoney.com/campaign/?v=01900000000070008000000000000000Abc')
  await screen.getByRole('button', { name: 'Send gift link' }).click()
  await expect.poll(() => send).toHaveBeenCalledOnce()
  await screen.getByRole('tab', { name: 'QR' }).click()
  await screen.getByRole('tab', { name: 'Wallet app' }).click()
  await expect.element(screen.getByText('Checking the result. Nothing is sent twice.')).toBeVisible()
  answer({ message: 'SUCCESS' })
  const told = screen.getByText('The money is in your wallet as soon as the gift has been opened.')
  await expect.element(told).toBeVisible()
  await screen.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(told).not.toBeInTheDocument()
})

test.each([
  ['stays where the member is', 'Close', false],
  ['goes to the result if it was on what went with the code', 'I have paid', true],
])('a payment that comes in is announced, and the focus %s', async (_, focused, isMoved) => {
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'
  let qr: object = {
    hasQrcode: true,
    qrcodeId: 'q1',
    qrcode: picture,
    amount: 100,
    expireIn: Date.now() + 600_000,
  }
  const deposit = { statementType: 'deposit', from: 'WW', amount: 100, status: 'SUCCESS' }
  const statements: object[] = []
  const screen = await show(
    {
      banks: [
        {
          bankType: 'PAYMENT',
          bankCode: 'WW',
          mode: '',
          bankAccountName: '',
          bankAccountNo: '',
          currency: '',
        },
      ],
    },
    {
      '/api/qrcode/WW': () => qr,
      '/api/statement': () => ({ total: statements.length, statements }),
    },
  )
  const button = screen.getByRole('button', { name: focused }).first()
  await expect.element(screen.getByRole('img', { name: /QR code to pay/u })).toBeVisible()
  button.element().focus()
  const regions = [...document.querySelectorAll('[role=dialog] [aria-live=polite]')]
  qr = { hasQrcode: false }
  statements.push({ ...deposit, createdAt: new Date().toISOString() })
  await fetchShownAnew()
  const credited = screen.getByText('Credited')
  await expect.element(credited).toBeVisible()
  expect(regions.some((region) => region.contains(credited.element()))).toBe(true)
  await expect.poll(() => document.activeElement === button.query()).toBe(!isMoved)
  expect(document.activeElement?.contains(credited.element())).toBe(isMoved)
})
