import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Asked, passTime, renderScreen, stillUntil, stubBackend } from '#components/test-screen.tsx'
import { transfer, WALLET } from '#api/contract/wallet.ts'
import { sendTrueLink } from '#api/contract/true-link.ts'
import { dropToken, keepToken } from '#api/token.ts'
import { newOperationKey } from '#lib/money/operation-key.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, removeStored, writeStored } from '#lib/storage.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { MoneyForm } from '../money-form.tsx'
import { closeLogEntry } from '../operation-log.ts'
import { useOperation } from '../use-operation.ts'

let asked: Asked[]
let outcome: object
let answer: () => unknown

beforeEach(() => {
  keepToken('token-1', 'local')
  outcome = { status: 'unknown' }
  answer = () => ({ message: 'SUCCESS' })
  asked = stubBackend({ '/api/acts': () => outcome, '/api/wallet/transfer': () => answer() })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  removeStored(storageKeys.operationLog)
  store.set(connectionAtom, 'online')
  dropToken()
})

const sent = () => asked.filter(({ path }) => path === '/api/wallet/transfer')

function TransferForm({ mayRepeat = false }) {
  const operation = useOperation(transfer)
  const body = { from: WALLET, to: 'PG', amount: 33_00 }
  return (
    <MoneyForm
      label="Send"
      operation={operation}
      mayRepeat={mayRepeat}
      onSubmit={() => operation.run({ body })}
    >
      {null}
    </MoneyForm>
  )
}

/** Its operation is of a kind of its own, which is written down nowhere. */
function GiftForm() {
  const operation = useOperation(sendTrueLink)
  return (
    <MoneyForm label="Send" operation={operation} onSubmit={() => operation.run({ body: { link: '' } })}>
      {null}
    </MoneyForm>
  )
}

/** An operation of another page, sent just now. */
const another = (act: string) => ({
  key: newOperationKey(),
  act,
  at: Date.now(),
  amount: 33,
  page: 'another',
})
const waits = 'Please wait for the result above before you start again.'
const checking = 'Checking the result. Nothing is sent twice.'

async function form() {
  const screen = await renderScreen(<TransferForm />)
  return { screen, send: screen.getByRole('button', { name: 'Send' }) }
}

test.each(['transfer', 'transferAll', 'collect'])(
  'a form shows an earlier page’s %s of unknown outcome, and waits until it is known',
  async (act) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    writeStored(storageKeys.operationLog, [another(act)])
    const { screen, send } = await form()
    await expect.poll(() => document.body.textContent).toContain(checking)
    expect(document.body.textContent).toContain('33.00')
    expect(document.body.textContent).toContain(waits)
    expect(send.element()).toBeDisabled()
    screen.container.querySelector('form')?.requestSubmit()
    expect(sent()).toEqual([])
    outcome = { status: 'done', reply: { message: 'SUCCESS' } }
    // It is asked again and again; on a busy machine an answer takes longer than a step.
    while (
      !document.body.textContent.includes(
        act === 'collect' ? 'Each game answers by itself.' : 'It went through.',
      )
    )
      await passTime(500)
    await expect.poll(() => send.element().matches(':enabled')).toBe(true)
  },
)

test('a form waits no longer than the earlier one may still be on its way, even if the server does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  writeStored(storageKeys.operationLog, [another('transfer')])
  outcome = new Response(null, { status: 503 })
  const { send } = await form()
  // Far from the end, because the wait counts from the sending and a busy machine renders late.
  await passTime(100_000)
  expect(send.element()).toBeDisabled()
  await passTime(20_000)
  expect(send.element()).toBeEnabled()
})

test('an earlier operation holds no form longer because the form was opened later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  writeStored(storageKeys.operationLog, [{ ...another('transfer'), at: Date.now() - 119_000 }])
  outcome = new Response(null, { status: 503 })
  const { send } = await form()
  await passTime(2000)
  expect(send.element()).toBeEnabled()
})

test('operations of another kind hold nothing', async () => {
  writeStored(storageKeys.operationLog, [another('withdraw'), another('updateProfile')])
  const { send } = await form()
  await expect.element(send).toBeEnabled()
  expect(document.body.textContent).not.toContain(checking)
})

test('a form waits for an earlier one of its own operation without being told to', async () => {
  writeStored(storageKeys.operationLog, [another('sendTrueLink')])
  const screen = await renderScreen(<GiftForm />)
  await expect.poll(() => document.body.textContent).toContain(waits)
  expect(screen.getByRole('button', { name: 'Send' }).element()).toBeDisabled()
})

test('a form whose operation may be repeated waits for none', async () => {
  writeStored(storageKeys.operationLog, [another('transfer')])
  const screen = await renderScreen(<TransferForm mayRepeat />)
  await expect.element(screen.getByRole('button', { name: 'Send' })).toBeEnabled()
  expect(document.body.textContent).not.toContain(checking)
})

test('what another tab sends holds the form until that tab knows the outcome; its own operation never does', async () => {
  const { send } = await form()
  await expect.element(send).toBeEnabled()
  writeStored(storageKeys.operationLog, [another('transfer')])
  dispatchEvent(new StorageEvent('storage', { key: storageKeys.operationLog }))
  await expect.element(send).toBeDisabled()
  removeStored(storageKeys.operationLog)
  dispatchEvent(new StorageEvent('storage', { key: storageKeys.operationLog }))
  await expect.element(send).toBeEnabled()
  expect(document.body.textContent).not.toContain(checking)

  let reply: (said: object) => void = () => undefined
  answer = () => new Promise((resolve) => (reply = resolve))
  await send.click()
  await expect.poll(sent).toHaveLength(1)
  dispatchEvent(new StorageEvent('storage', { key: storageKeys.operationLog }))
  await expect.element(send).toHaveAttribute('aria-busy', 'true')
  expect(document.body.textContent).not.toContain(checking)
  reply({ message: 'SUCCESS' })
  await expect.element(send).not.toHaveAttribute('aria-busy', 'true')
})

test('a form that is opened anew waits for what a closed one of this page is still sending', async () => {
  let reply: (said: object) => void = () => undefined
  answer = () => new Promise((resolve) => (reply = resolve))
  const first = await form()
  await first.send.click()
  await expect.poll(sent).toHaveLength(1)
  await first.screen.unmount()
  const { screen, send } = await form()
  await expect.element(send).toBeDisabled()
  reply({ message: 'SUCCESS' })
  await expect.element(send).toBeEnabled()
  // Nobody has seen its end: it stands here until it is put away.
  await expect.element(screen.getByText('It went through.')).toBeVisible()
  expect(document.body.textContent).not.toContain(checking)
  expect(asked.filter(({ path }) => path.startsWith('/api/acts'))).toEqual([])
  await screen.getByRole('button', { name: 'Close' }).click()
  expect(document.body.textContent).not.toContain('It went through.')
  expect(readStored(storageKeys.operationLog, v.unknown())).toBeUndefined()
})

test.each(['online', 'offline'] as const)(
  'what an earlier page knew to be done is told and holds nothing, and nobody is asked about it (%s)',
  async (is) => {
    store.set(connectionAtom, is)
    writeStored(storageKeys.operationLog, [{ ...another('transfer'), at: 1, isDone: true }])
    const { screen } = await form()
    await expect.element(screen.getByText('It went through.')).toBeVisible()
    expect(document.body.textContent).not.toContain(waits)
    expect(asked.filter(({ path }) => path.startsWith('/api/acts'))).toEqual([])
    await screen.getByRole('button', { name: 'Close' }).click()
    expect(readStored(storageKeys.operationLog, v.unknown())).toBeUndefined()
  },
)

test('what another tab sent holds the form until that tab knows that it is done', async () => {
  const entry = another('transfer')
  writeStored(storageKeys.operationLog, [entry])
  const { screen, send } = await form()
  await expect.element(send).toBeDisabled()
  writeStored(storageKeys.operationLog, [{ ...entry, isDone: true }])
  dispatchEvent(new StorageEvent('storage', { key: storageKeys.operationLog }))
  await expect.element(send).toBeEnabled()
  await expect.element(screen.getByText('It went through.')).toBeVisible()
})

test('the notice of an earlier operation is put away in the form itself, once its end is told', async () => {
  const entry = another('transfer')
  writeStored(storageKeys.operationLog, [entry])
  let report: (said: object) => void = () => undefined
  outcome = new Promise((resolve) => (report = resolve))
  const { screen, send } = await form()
  const close = screen.getByRole('button', { name: 'Close' })
  await expect.element(close).toBeDisabled()
  report({ status: 'done', reply: { message: 'SUCCESS' } })
  await close.click()
  await expect.element(close).not.toBeInTheDocument()
  await expect.element(send).toBeEnabled()
  expect(readStored(storageKeys.operationLog, v.unknown())).toBeUndefined()
})

test('an operation that was put away on the page leaves the form', async () => {
  const entry = another('transfer')
  writeStored(storageKeys.operationLog, [entry])
  const { send } = await form()
  await expect.element(send).toBeDisabled()
  closeLogEntry(entry.key)
  await expect.element(send).toBeEnabled()
})

test('an operation is asked for no more once its screen is gone, even if an answer was awaited just then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  writeStored(storageKeys.operationLog, [another('transfer')])
  let answerNow: (reply: object) => void = () => undefined
  outcome = new Promise((resolve) => (answerNow = resolve))
  const { screen } = await form()
  await stillUntil(() => asked.length > 0)
  await screen.unmount()
  const looks = vi.spyOn(navigator.locks, 'query')
  answerNow({ status: 'unknown' })
  for (let second = 0; second < 30; second += 1) await passTime(1000)
  expect(looks).not.toHaveBeenCalled()
  expect(asked).toHaveLength(1)
})
