import '#ui/base.css'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CodeField } from './code-field.tsx'
import { Field } from './field.tsx'

function Code({ onComplete }: { onComplete?: (digits: string) => void }) {
  const [code, setCode] = useState('')
  return (
    <Field label="Code">
      <CodeField value={code} onChange={setCode} onComplete={onComplete} />
    </Field>
  )
}

test('takes digits one by one and reports the last one', async () => {
  const complete = vi.fn<(digits: string) => void>()
  const screen = await render(<Code onComplete={complete} />)
  const input = screen.getByLabelText('Code')
  await userEvent.click(input)
  await userEvent.keyboard('48a1')
  await expect.element(input).toHaveValue('481')
  expect(complete).not.toHaveBeenCalled()
  await userEvent.keyboard('2079')
  await expect.element(input).toHaveValue('481207')
  await expect.poll(() => complete).toHaveBeenCalledExactlyOnceWith('481207')
})

test('takes a pasted code, whatever characters separate its digits', async () => {
  const complete = vi.fn<(digits: string) => void>()
  const screen = await render(<Code onComplete={complete} />)
  const input = screen.getByLabelText('Code')
  await input.fill('481 207')
  await expect.element(input).toHaveValue('481207')
  await expect.poll(() => complete).toHaveBeenCalledWith('481207')
})

test('a whole code pasted behind another one takes its place', async () => {
  const complete = vi.fn<(digits: string) => void>()
  const screen = await render(<Code onComplete={complete} />)
  const input = screen.getByLabelText('Code')
  await input.fill('111111')
  await userEvent.click(input)
  await userEvent.keyboard('{End}')
  document.execCommand('insertText', false, '481-207')
  await expect.element(input).toHaveValue('481207')
  await expect.poll(() => complete.mock.calls).toEqual([['111111'], ['481207']])
})

test('is a single field for keyboard and autofill', async () => {
  const screen = await render(<Code />)
  const input = screen.getByLabelText('Code')
  await expect.element(input).toHaveAttribute('autocomplete', 'one-time-code')
  await expect.element(input).toHaveAttribute('inputmode', 'numeric')
  await expect.poll(() => screen.container.querySelectorAll('input, [tabindex]')).toHaveLength(1)
})

test.each(['๔๘๑๒๐๗', '໔໘໑໒໐໗'])('reads %s as the digits that a message has', async (typed) => {
  const complete = vi.fn<(digits: string) => void>()
  const screen = await render(<Code onComplete={complete} />)
  await userEvent.fill(screen.getByLabelText('Code'), typed)
  await expect.element(screen.getByLabelText('Code')).toHaveValue('481207')
  await expect.poll(() => complete).toHaveBeenCalledExactlyOnceWith('481207')
})
