import './base.css'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Button, type ButtonProps } from './button.tsx'

function Loadable(props: ButtonProps) {
  const [loading, setLoading] = useState(false)
  return (
    <Button {...props} loading={loading} onClick={() => setLoading(true)}>
      ໂອນເງິນ
    </Button>
  )
}

test.each([
  ['with an icon', { icon: 'swap' }],
  ['without one', {}],
  ['small', { size: 'compact' }],
] satisfies [string, ButtonProps][])(
  'a button %s keeps its size and focus while it works',
  async (_, props) => {
    const screen = await render(<Loadable {...props} />)
    const button = screen.getByRole('button', { name: 'ໂອນເງິນ' })
    const before = button.element().getBoundingClientRect()
    await button.click()
    await expect.element(button).toHaveAttribute('aria-busy', 'true')
    // A press scales the button, and its size needs a moment to return: the rest is rounded to a hundredth of a pixel.
    await Promise.all(
      button
        .element()
        .getAnimations()
        .map(({ finished }) => finished),
    )
    const after = button.element().getBoundingClientRect()
    expect(after.width).toBeCloseTo(before.width, 1)
    expect(after.height).toBeCloseTo(before.height, 1)
    expect(document.activeElement).toBe(button.element())
  },
)

test('a loading button neither acts nor submits its form again', async () => {
  const press = vi.fn<() => void>()
  const send = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  const screen = await render(
    <form onSubmit={(event) => send(event.nativeEvent)}>
      <input aria-label="amount" />
      <Button type="submit" loading onClick={press}>
        Send
      </Button>
    </form>,
  )
  screen
    .getByRole('button')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(press).not.toHaveBeenCalled()
  expect(send).not.toHaveBeenCalled()
})

test.each(['compact', 'slim', 'regular'] as const)(
  'a %s button is never lower than a finger',
  async (size) => {
    const screen = await render(<Button size={size}>OK</Button>)
    expect(screen.getByRole('button').element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  },
)
