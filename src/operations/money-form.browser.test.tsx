import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderScreen } from '#data/test-screen.tsx'
import { MoneyForm } from './money-form.tsx'

const send = vi.fn<() => void>()
const form = (props: Partial<Parameters<typeof MoneyForm>[0]>) => (
  <MoneyForm
    label="Send"
    offline={false}
    offlineReason="You are offline."
    onSubmit={send}
    notice={<p>How it went</p>}
    foot={<p>Below</p>}
    {...props}
  >
    <input aria-label="Amount" />
  </MoneyForm>
)

test('is sent by its button and by the keyboard; without a connection it says why it cannot be', async () => {
  send.mockClear()
  const screen = await renderScreen(form({}))
  const button = screen.getByRole('button', { name: 'Send' })
  await button.click()
  await screen.getByLabelText('Amount').click()
  await userEvent.keyboard('{Enter}')
  expect(send).toHaveBeenCalledTimes(2)
  expect(screen.getByText('You are offline.').query()).toBeNull()
  await screen.unmount()
  const without = await renderScreen(form({ offline: true }))
  await expect.element(without.getByRole('button', { name: 'Send' })).toBeDisabled()
  await expect.element(without.getByText('You are offline.')).toBeVisible()
})

test.each([
  ['busy', { busy: true }, 1],
  ['blocked until it is known what became of the last', { blocked: true }, 0],
  ['disabled', { disabled: true }, 1],
])('while it is %s neither a tap nor the keyboard sends it', async (_, props, buttons) => {
  send.mockClear()
  const screen = await renderScreen(form(props))
  const button = screen.getByRole('button', { name: 'Send' })
  expect(button.elements()).toHaveLength(buttons)
  for (const each of button.elements()) (each as HTMLElement).click()
  await screen.getByLabelText('Amount').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('How it went')).toBeVisible()
  expect(screen.getByText('Below').elements()).toHaveLength(buttons)
  expect(send).not.toHaveBeenCalled()
})

test('one that is under way when the connection goes stays as it is', async () => {
  const screen = await renderScreen(form({ busy: true, offline: true }))
  const button = screen.getByRole('button', { name: 'Send' })
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  await expect.element(button).not.toHaveAttribute('disabled')
  expect(screen.getByText('You are offline.').query()).toBeNull()
})
