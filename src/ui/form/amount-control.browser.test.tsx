import '#ui/base.css'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AmountControl } from './amount-control.tsx'
import { AmountPrivacy } from '#ui/amount.tsx'

const field = (hidden: boolean, onFill: (text: string) => void) => (
  <AmountPrivacy hidden={hidden} label="Amount hidden">
    <AmountControl aria-label="Amount" all={{ label: 'All', satang: 123_450, onFill }} />
  </AmountPrivacy>
)

test('a button fills in the whole balance, but not while amounts are hidden, because the field would show it', async () => {
  const fill = vi.fn<(text: string) => void>()
  const shown = await render(field(false, fill))
  await shown.getByRole('button', { name: 'All' }).click()
  expect(fill).toHaveBeenCalledWith('1,234.50')
  await shown.unmount()
  const hidden = await render(field(true, fill))
  await expect.element(hidden.getByLabelText('Amount', { exact: true })).toBeVisible()
  expect(hidden.getByRole('button').query()).toBeNull()
})

test('what a blur shows does not move the button under a press', async () => {
  const press = vi.fn<() => void>()
  function Form() {
    const [isFaulty, setFaulty] = useState(false)
    return (
      <>
        <AmountControl aria-label="Amount" onBlur={() => setFaulty(true)} />
        {isFaulty && <p style={{ height: '5rem' }}>Please enter an amount.</p>}
        <button onClick={press}>Continue</button>
      </>
    )
  }
  const screen = await render(<Form />)
  await screen.getByLabelText('Amount').click()
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }), { delay: 50 })
  expect(press).toHaveBeenCalledOnce()
  await expect.element(screen.getByText('Please enter an amount.')).toBeVisible()
  await screen.unmount()

  const again = await render(<Form />)
  await again.getByLabelText('Amount').click()
  await userEvent.tab()
  await expect.element(again.getByText('Please enter an amount.')).toBeVisible()
})
