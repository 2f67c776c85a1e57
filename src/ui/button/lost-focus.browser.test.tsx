import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useLostFocus } from './lost-focus.ts'

function Step({ step, hasField }: { step: number; hasField: boolean }) {
  const heir = useLostFocus<HTMLHeadingElement>(step)
  return (
    <>
      <h2 ref={heir} tabIndex={-1}>
        Step {step}
      </h2>
      {hasField && <input aria-label="Name" />}
    </>
  )
}

test('a step that takes the focused field away has the focus', async () => {
  const screen = await render(<Step step={1} hasField />)
  await screen.getByRole('textbox', { name: 'Name' }).click()
  await screen.rerender(<Step step={2} hasField={false} />)
  await expect.element(screen.getByRole('heading', { name: 'Step 2' })).toHaveFocus()
})

test('a step does not take the focus for a field that went long before it', async () => {
  const screen = await render(<Step step={1} hasField />)
  await screen.getByRole('textbox', { name: 'Name' }).click()
  await screen.rerender(<Step step={1} hasField={false} />)
  await screen.rerender(<Step step={2} hasField={false} />)
  await expect.element(screen.getByRole('heading', { name: 'Step 2' })).toBeVisible()
  expect(document.activeElement).toBe(document.body)
})
