import '#ui/base.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Carousel } from './carousel.tsx'
import { withMotion } from '../test-motion.ts'

withMotion()

test('the text below a picture is whole, down to its last corner', async () => {
  const content = (
    <>
      <svg viewBox="0 0 16 10" />
      <p>Get 20% of your wallet, up to 200 baht, once a day.</p>
    </>
  )
  const screen = await render(
    <Carousel label="Banners" previousLabel="Back" nextLabel="On" slides={[{ key: '1', content }]} />,
  )
  const text = screen.getByText(/Get 20%/u).element()
  const { left, bottom } = text.getBoundingClientRect()
  expect(document.elementFromPoint(left + 1, bottom - 1)).toBe(text)
})
