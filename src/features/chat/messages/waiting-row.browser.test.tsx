import { useEffect, useState } from 'react'
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

test('how far a file is does not interrupt a screen reader at every step', async () => {
  const sending = {
    id: 'one',
    at: Date.now(),
    content: { medium: 'image' },
    status: 'uploading_file',
    isKept: true,
  } as const
  const nothing = () => undefined
  let goOn: (progress: number) => void = nothing
  function Sending() {
    const [progress, setProgress] = useState(0.25)
    useEffect(() => {
      goOn = setProgress
    }, [])
    return <WaitingRow waiting={{ ...sending, progress }} onResend={nothing} onRemove={nothing} />
  }
  const screen = await renderScreen(<Sending />)
  await expect.element(screen.getByText('Sending the file · 25%')).toBeVisible()
  const told = () => {
    const region = screen.container.querySelector('[aria-live]')!.cloneNode(true) as Element
    for (const unread of region.querySelectorAll('[aria-hidden=true]')) unread.remove()
    return region.textContent
  }
  const before = told()
  expect(before).toContain('Sending the file')
  goOn(0.5)
  await expect.element(screen.getByText('Sending the file · 50%')).toBeVisible()
  expect(told()).toBe(before)
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
