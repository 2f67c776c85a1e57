import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { FieldLock } from './field-lock.tsx'

test('a field has the focus again once it may be changed again', async () => {
  const shown = (locked: boolean) => (
    <FieldLock locked={locked}>
      <input aria-label="Amount" />
    </FieldLock>
  )
  const screen = await render(shown(false))
  const field = screen.getByLabelText('Amount')
  await field.click()
  await screen.rerender(shown(true))
  await expect.element(field).not.toHaveFocus()
  await screen.rerender(shown(false))
  await expect.element(field).toHaveFocus()
})
