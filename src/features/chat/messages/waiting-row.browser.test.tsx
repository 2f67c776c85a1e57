import { expect, test } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { renderScreen } from '#data/test-screen.tsx'
import { WaitingRow } from './waiting-row.tsx'

test('on a narrow phone no line reaches past the message that it is about', async () => {
  const error = new ApiError('refused', { code: 'MAY_HAVE_ARRIVED' })
  const content = { message_type: 'text', payload: { text: 'Hello?' } } as const
  const waiting = { id: 'one', at: Date.now(), content, status: 'failed', progress: 0, error } as const
  const nothing = () => undefined
  const screen = await renderScreen(
    <div style={{ inlineSize: '18rem' }}>
      <WaitingRow waiting={waiting} onResend={nothing} onRemove={nothing} />
    </div>,
  )
  const words = screen.getByText('The answer was lost. It may have arrived.')
  await expect.element(words).toBeVisible()
  const endOf = (element: Element) => element.getBoundingClientRect().right
  const message = screen.getByText('Hello?').element().closest('p, div')!
  expect(endOf(words.element())).toBeLessThanOrEqual(endOf(message))
})
