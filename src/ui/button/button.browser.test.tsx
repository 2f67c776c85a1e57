import '#ui/base.css'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button, type ButtonProps } from './button.tsx'
import { Choices } from '#ui/form/choices.tsx'
import { IconButton } from './icon-button.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { withMotion } from '../test-motion.ts'

withMotion()

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

test.each([
  ['as wide as its text', {}],
  ['in a dialog, with less padding', { style: { paddingInline: 'var(--space-4)' } }],
  ['of words alone', { variant: 'plain' }],
  ['as wide as the page, of words alone', { variant: 'plain', wide: true }],
  ['as wide as the page, its text on two lines', { variant: 'primary', wide: true }],
  ['small', { size: 'compact' }],
  ['small, as wide as the page', { size: 'slim', wide: true }],
] satisfies [string, ButtonProps][])('the icon that turns stays inside a button %s', async (_, props) => {
  const screen = await render(
    <div style={{ inlineSize: '12rem' }}>
      <Button {...props} loading>
        ຍົກເລີກການຖອນເງິນ ຍົກເລີກການຖອນເງິນ
      </Button>
    </div>,
  )
  const button = screen.getByRole('button').element()
  const icon = button.querySelector('svg')
  for (const turning of icon?.getAnimations() ?? []) turning.cancel()
  const [inner, outer] = [icon!.getBoundingClientRect(), button.getBoundingClientRect()]
  expect(inner.left).toBeGreaterThanOrEqual(outer.left)
  expect(inner.right).toBeLessThanOrEqual(outer.right)
})

test('a button that works shows it without the file of the icons, which may be on its way still', async () => {
  const screen = await render(<Button loading>Send</Button>)
  expect(screen.container.querySelector('svg use')).toBeNull()
  const shape = screen.container.querySelector<SVGGraphicsElement>('svg path')
  expect(shape?.getBBox().width).toBeGreaterThan(10)
})

test.each(['loading', 'disabled'] as const)('a %s button neither acts nor submits its form', async (held) => {
  const press = vi.fn<() => void>()
  const send = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  const screen = await render(
    <form onSubmit={(event) => send(event.nativeEvent)}>
      <input aria-label="amount" />
      <Button type="submit" {...{ [held]: true }} onClick={press}>
        Send
      </Button>
    </form>,
  )
  screen
    .getByRole('button')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  await screen.getByLabelText('amount').click()
  await userEvent.keyboard('{Enter}')
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

const press = vi.fn<() => void>()
test.each([
  [
    'button',
    (disabled: boolean) => (
      <Button disabled={disabled} onClick={press}>
        OK
      </Button>
    ),
  ],
  ['button', (disabled: boolean) => <IconButton icon="x" label="OK" disabled={disabled} onClick={press} />],
  [
    'switch',
    (disabled: boolean) => <Switch label="OK" checked={false} disabled={disabled} onChange={press} />,
  ],
  [
    'button',
    (disabled: boolean) => (
      <Choices label="Which" options={[{ value: 1, label: 'OK' }]} disabled={disabled} onChange={press} />
    ),
  ],
])('what can no longer be pressed keeps the focus (%s %#)', async (role, shown) => {
  const screen = await render(shown(false))
  const button = screen.getByRole(role, { name: 'OK' })
  ;(button.element() as HTMLElement).focus()
  await screen.rerender(shown(true))
  await expect.element(button).toBeDisabled()
  // The browser takes the focus from a disabled button with its next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(press).not.toHaveBeenCalled()
})

test('a button that goes hands its focus on to what is around it, or to the page', async () => {
  const shown = (around: boolean, last: boolean) => (
    <main id="main" tabIndex={-1}>
      <section tabIndex={-1} aria-label="Around">
        <p>{around && <Button>First</Button>}</p>
      </section>
      {last && <Button>Last</Button>}
    </main>
  )
  const screen = await render(shown(true, true))
  await screen.getByRole('button', { name: 'First' }).click()
  await screen.rerender(shown(false, true))
  await expect.element(screen.getByRole('region', { name: 'Around' })).toHaveFocus()
  await screen.getByRole('button', { name: 'Last' }).click()
  await screen.rerender(shown(false, false))
  await expect.element(screen.getByRole('main')).toHaveFocus()
})
