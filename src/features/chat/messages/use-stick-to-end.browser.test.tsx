import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useStickToEnd } from './use-stick-to-end.ts'

function Talk({ lines }: { lines: number }) {
  const { scroller, onScroll } = useStickToEnd(String(lines), false)
  return (
    <div
      ref={scroller}
      onScroll={onScroll}
      data-testid="talk"
      style={{ display: 'flex', flexDirection: 'column-reverse', blockSize: 300, overflowY: 'auto' }}
    >
      <div style={{ flex: 'none', blockSize: 40 * lines }} />
    </div>
  )
}

test.each([
  [60, 'is followed', 0],
  [61, 'stays where it is', 101],
])('a talk read %i px above its end %s when a new message comes', async (above, _, after) => {
  const screen = await render(<Talk lines={20} />)
  const box = screen.getByTestId('talk').element()
  box.scrollTop = -above
  await screen.rerender(<Talk lines={21} />)
  expect(Math.abs(box.scrollTop)).toBe(after)
})
