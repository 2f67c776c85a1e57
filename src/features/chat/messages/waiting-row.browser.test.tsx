import { expect, test } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { renderScreen } from '#components/test-screen.tsx'
import { WaitingRow } from './waiting-row.tsx'

test('on a narrow phone no line reaches past the message that it is about', async () => {
  const error = new ApiError('refused', { code: 'MAY_HAVE_ARRIVED' })
  const content = { message_type: 'text', payload: { text: 'Hello?' } } as const
  const waiting = {
    id: 'one',
    at: Date.now(),
    content,
    status: 'failed',
    isKept: true,
    progress: 0,
    error,
  } as const
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

test('a file that is no picture is named instead of shown', async () => {
  const file = new File(['no picture at all'], 'photo.png', { type: 'image/png' })
  const waiting = {
    id: 'one',
    at: Date.now(),
    content: { medium: 'image' },
    file,
    status: 'waiting',
    isKept: true,
    progress: 0,
  } as const
  const nothing = () => undefined
  const screen = await renderScreen(<WaitingRow waiting={waiting} onResend={nothing} onRemove={nothing} />)
  await expect.element(screen.getByText('The picture you chose')).toBeVisible()
  expect(screen.container.querySelector('img')).toBeNull()
})
