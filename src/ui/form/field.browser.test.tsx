import '#ui/base.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Field } from './field.tsx'
import { PasswordControl } from './password-control.tsx'
import { TextControl } from './text-control.tsx'

test('an error is announced with its input, and is gone once corrected', async () => {
  const form = (error?: string) => (
    <Field label="Amount" hint="At least 100.00 ฿" error={error}>
      <TextControl />
    </Field>
  )
  const screen = await render(form())
  const input = screen.getByLabelText('Amount')
  await expect.element(input).not.toHaveAttribute('aria-invalid')
  await expect.element(input).toHaveAccessibleDescription('At least 100.00 ฿')

  await screen.rerender(form('Please add a little more'))
  await expect.element(input).toHaveAttribute('aria-invalid', 'true')
  await expect.element(input).toHaveAccessibleDescription('Please add a little more At least 100.00 ฿')
})

test('the eye button shows the password, and its name says what it will do next', async () => {
  const screen = await render(
    <Field label="Password">
      <PasswordControl showLabel="Show password" hideLabel="Hide password" defaultValue="champa1234" />
    </Field>,
  )
  const input = screen.getByLabelText('Password', { exact: true })
  await expect.element(input).toHaveAttribute('type', 'password')
  await screen.getByRole('button', { name: 'Show password' }).click()
  await expect.element(input).toHaveAttribute('type', 'text')
  await expect.element(screen.getByRole('button', { name: 'Hide password' })).toBeVisible()
})
