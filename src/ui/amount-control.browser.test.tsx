import './base.css'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AmountControl } from './amount-control.tsx'
import { AmountPrivacy } from './amount.tsx'

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
