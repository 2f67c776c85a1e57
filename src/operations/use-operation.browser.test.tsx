import { i18n } from '@lingui/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { ApiError } from '#api/api-error.ts'
import { spin } from '#api/contract/spinwheel.ts'
import { transfer } from '#api/contract/wallet.ts'
import { dropToken, keepToken } from '#api/token.ts'
import { closeErrorDialog, errorDialogAtom } from '#errors/error-dialog.ts'
import { newOperationKey } from '#lib/money/operation-key.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { removeStored } from '#lib/storage.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { toastsAtom } from '#ui/message/toast.ts'
import { leftEntriesAtom, loggedOperations, setLeft } from './operation-log.ts'
import { createOperationRunner } from './operation-runner.ts'
import { type OperationOptions, useOperation } from './use-operation.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  removeStored(storageKeys.operationLog)
  for (const entry of store.get(leftEntriesAtom)) setLeft(entry, false)
  dropToken()
})

function Wheel({ delayMs }: { delayMs?: number }) {
  const operation = useOperation(spin, { delayMs })
  return (
    <button type="button" onClick={() => void operation.run({})}>
      {operation.state.status}
    </button>
  )
}

async function shownWheel(delayMs?: number) {
  const sent = vi.fn<typeof fetch>(() => new Promise(() => undefined))
  vi.stubGlobal('fetch', sent)
  keepToken('token-1', 'local')
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Wheel delayMs={delayMs} />
    </QueryClientProvider>,
  )
  const button = screen.getByRole('button').element() as HTMLButtonElement
  return { button, sent }
}

test('an operation is logged before it is sent, and shows as being sent', async () => {
  const { button, sent } = await shownWheel()
  button.click()
  expect(localStorage.getItem(storageKeys.operationLog)).toContain('"act":"spin"')
  expect(sent).not.toHaveBeenCalled()
  button.click()
  await expect.poll(() => button.textContent).toBe('sending')
  await expect.poll(() => sent).toHaveBeenCalledTimes(1)
})

test('an operation confirmed by one member is not sent for another who signs in before', async () => {
  const { button, sent } = await shownWheel()
  button.click()
  keepToken('token-2', 'local')
  await expect.poll(() => button.textContent).not.toBe('sending')
  expect(sent).not.toHaveBeenCalled()
})

test('nor is one that waits before it is sent, and which no second tap begins again', async () => {
  const { button, sent } = await shownWheel(50)
  button.click()
  await expect.poll(() => button.textContent).toBe('sending')
  expect(localStorage.getItem(storageKeys.operationLog)).toBeNull()
  button.click()
  keepToken('token-2', 'local')
  await expect.poll(() => button.textContent).not.toBe('sending')
  expect(sent).not.toHaveBeenCalled()
  expect(localStorage.getItem(storageKeys.operationLog)).toBeNull()
})

test('an operation that ends after another member has signed in is abandoned: nothing is shown, and its promise resolves', async () => {
  const onResult = vi.fn<() => void>()
  let result: Promise<{ status: string }> | undefined
  function Tap() {
    const operation = useOperation(spin, { onResult })
    return (
      <button
        type="button"
        onClick={() => {
          result = operation.run({})
        }}
      >
        Spin
      </button>
    )
  }
  vi.stubGlobal('fetch', async () => {
    keepToken('token-2', 'local')
    return Response.json({ success: false, error: 'NO_COIN', result: null })
  })
  keepToken('token-1', 'local')
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Tap />
    </QueryClientProvider>,
  )
  await screen.getByRole('button').click()
  expect(await result).toEqual({ status: 'abandoned' })
  expect(onResult).not.toHaveBeenCalled()
})

test('after a lost response the outcome is checked again by itself once the connection is back', async () => {
  const runner = createOperationRunner(spin, {
    perform: async () => {
      throw new ApiError('timeout', { code: 'TIMEOUT' })
    },
    fetchReport: async () => {
      if (store.get(connectionAtom) === 'back')
        return { status: 'done', reply: { success: false, error: 'NO_COIN' } }
      throw new ApiError('offline', { code: 'OFFLINE' })
    },
    hasKeys: () => true,
    newKey: newOperationKey,
    now: () => 0,
    wait: async () => undefined,
  })
  function Shared() {
    const operation = useOperation(spin, { runner })
    return (
      <button type="button" onClick={() => void operation.run({})}>
        {operation.state.status}
      </button>
    )
  }
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Shared />
    </QueryClientProvider>,
  )
  const button = screen.getByRole('button')
  await button.click()
  await expect.element(button).toHaveTextContent('unknown')
  store.set(connectionAtom, 'back')
  await expect.element(button).toHaveTextContent('done')
  store.set(connectionAtom, 'online')
})

async function shownMove(options?: OperationOptions<typeof transfer>) {
  keepToken('token-1', 'local')
  let result: Promise<{ status: string }> | undefined
  function Move() {
    const operation = useOperation(transfer, options)
    const move = () => {
      result = operation.run({ body: { from: 'WALLET', to: 'PG', amount: 5_00 } })
    }
    return <button onClick={move}>Move</button>
  }
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Move />
    </QueryClientProvider>,
  )
  return { screen, button: screen.getByRole('button').element() as HTMLElement, result: () => result }
}

test.each([
  ['is left to the notice of its screen', true],
  ['whose screen was closed meanwhile is told by itself', false],
])('a failure %s', async (_, isOpen) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  store.set(toastsAtom, [])
  let answer: (reply: Response) => void = () => undefined
  const sent = vi.fn<typeof fetch>(() => new Promise((resolve) => (answer = resolve)))
  vi.stubGlobal('fetch', sent)
  const { button, screen, result } = await shownMove()
  button.click()
  await expect.poll(() => sent).toHaveBeenCalledOnce()
  if (!isOpen) await screen.unmount()
  answer(Response.json({ message: 'MONEY_NOT_ENOUGH' }, { status: 400 }))
  expect(await result()).toMatchObject({ status: 'failed' })
  const told = () => store.get(errorDialogAtom) !== undefined || store.get(toastsAtom).length > 0
  await expect.poll(told).toBe(!isOpen)
  closeErrorDialog()
})

test.each<[string, boolean, OperationOptions<typeof transfer>, boolean]>([
  ['is left to its screen', true, {}, false],
  ['whose screen was closed is left to the list', false, {}, true],
  ['that the caller tells is told there alone', false, { tellsDone: true }, false],
  ['that is announced is told there alone', false, { announce: true }, false],
])('a success %s', async (_, isOpen, options, isLeft) => {
  let answer: (reply: Response) => void = () => undefined
  const sent = vi.fn<typeof fetch>(() => new Promise((resolve) => (answer = resolve)))
  vi.stubGlobal('fetch', sent)
  const { button, screen, result } = await shownMove(options)
  button.click()
  await expect.poll(() => sent).toHaveBeenCalledOnce()
  if (!isOpen) await screen.unmount()
  answer(Response.json({ message: 'SUCCESS' }))
  expect(await result()).toMatchObject({ status: 'done' })
  const left = store.get(leftEntriesAtom).map(({ act, amount, isDone }) => ({ act, amount, isDone }))
  expect(left).toEqual(isLeft ? [{ act: 'transfer', amount: 5_00, isDone: true }] : [])
  expect(loggedOperations()).toHaveLength(left.length)
})

test('nothing of a success is left for another member who has signed in meanwhile', async () => {
  let answer: (reply: Response) => void = () => undefined
  const sent = vi.fn<typeof fetch>(() => new Promise((resolve) => (answer = resolve)))
  vi.stubGlobal('fetch', sent)
  const { button, screen, result } = await shownMove()
  button.click()
  await expect.poll(() => sent).toHaveBeenCalledOnce()
  await screen.unmount()
  keepToken('token-2', 'local')
  answer(Response.json({ message: 'SUCCESS' }))
  expect(await result()).toEqual({ status: 'abandoned' })
  expect(store.get(leftEntriesAtom)).toEqual([])
})

test('who shows a failure itself does so in `onResult`, which a later look runs too', () => {
  // @ts-expect-error The promise of `run` alone would leave a later outcome untold.
  const untold: OperationOptions<typeof spin> = { announce: 'by-caller' }
  const told: OperationOptions<typeof spin> = { announce: 'by-caller', onResult: () => undefined }
  expect([untold, told]).toHaveLength(2)
})
