import '#ui/base.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { TileFace, tileClass, tilesClass } from './tile.tsx'
import { withMotion } from '../test-motion.ts'

withMotion()

test('the titles of a row stand at one height, whatever is below them', async () => {
  const texts = ['One line', 'A text that has no room beside its own end', '', '5']
  const screen = await render(
    <div className={tilesClass} style={{ inlineSize: '20rem' }}>
      {texts.map((text, at) => (
        <button key={text} type="button" className={tileClass()}>
          <TileFace art="deposit" title={`Title ${at}`} text={text} />
        </button>
      ))}
    </div>,
  )
  const [first, second, third, fourth] = texts.map(
    (_, at) => screen.getByText(`Title ${at}`).element().getBoundingClientRect().bottom,
  )
  expect(first).toBe(second)
  expect(third).toBe(fourth)
  const heights = screen
    .getByRole('button')
    .elements()
    .map((tile) => tile.getBoundingClientRect().height)
  expect(heights[0]).toBe(heights[1])
  expect(heights[2]).toBe(heights[3])
})
