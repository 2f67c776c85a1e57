import './base.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Amount, AmountPrivacy } from './amount.tsx'

test('money in and out carries its sign, the unit and two decimals', async () => {
  const screen = await render(
    <>
      <Amount satang={125050} />
      <Amount satang={50000} flow="in" />
      <Amount satang={-100000} flow="out" />
      <Amount satang={-5} />
    </>,
  )
  const texts = [...screen.container.children].map((amount) => amount.textContent)
  expect(texts).toEqual(['1,250.50 ฿', '+500.00 ฿', '−1,000.00 ฿', '−0.05 ฿'])
})

test('a hidden amount is neither shown nor read out', async () => {
  const wallet = (hidden: boolean, satang: number) => (
    <AmountPrivacy hidden={hidden} label="Amount hidden">
      <button type="button">
        <Amount satang={satang} flow="in" />
      </button>
    </AmountPrivacy>
  )
  const screen = await render(wallet(true, 1248050))
  const button = screen.getByRole('button')
  await expect.element(button).toHaveAccessibleName('Amount hidden')
  expect(screen.container.outerHTML).not.toMatch(/[+−]|\d[\d,.]*\d/)
  const large = screen.container.textContent
  await screen.rerender(wallet(true, 100))
  expect(screen.container.textContent).toBe(large)
  await screen.rerender(wallet(false, 100))
  await expect.element(button).toHaveAccessibleName('+1.00 ฿')
})
