import { expect, test } from 'vitest'
import { renderScreen, stubBackend } from '#components/test-screen.tsx'
import { ConfirmPlay } from './confirm-play.tsx'

test.each(['<0/>', '<b>x</b>', String.raw`<img src=x>\u0041`])(
  'a game called %s is called that',
  async (name) => {
    stubBackend({})
    const nothing = () => undefined
    const screen = await renderScreen(
      <ConfirmPlay open name={name} walletSatang={125_00} onClose={nothing} onConfirm={nothing} />,
    )
    const title = screen.getByRole('heading')
    await expect.element(title).toHaveTextContent(`to ${name}?`)
    // The sentence names the amount once.
    expect(title.element().textContent.match(/125/gu)).toHaveLength(1)
    await screen.unmount()
  },
)
