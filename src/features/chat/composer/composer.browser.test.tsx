import { expect, test } from 'vitest'
import { renderScreen } from '#components/test-screen.tsx'
import { Composer } from './composer.tsx'

test('in the narrowest window the field is as high as its placeholder, which is read whole', async () => {
  const nothing = () => undefined
  const screen = await renderScreen(
    <div style={{ inlineSize: '11.25rem' }}>
      <Composer owner="member" disabled={false} onText={nothing} onFile={nothing} />
    </div>,
  )
  const field = screen.getByRole('textbox', { name: 'Your message' })
  await expect.element(field).toHaveAttribute('placeholder', 'Write a message')
  const isCut = ({ scrollHeight, clientHeight }: Element) => scrollHeight > clientHeight
  expect(isCut(field.element())).toBe(false)
  const empty = field.element().clientHeight
  await field.fill('Hi')
  expect(field.element().clientHeight).toBeLessThan(empty)
})
