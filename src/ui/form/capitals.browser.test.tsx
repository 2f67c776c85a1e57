import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { capitalise } from './capitals.ts'

async function open() {
  const screen = await render(<input aria-label="Code" onInput={capitalise} onCompositionEnd={capitalise} />)
  const field = screen.getByRole('textbox', { name: 'Code' })
  return { field, input: field.element() as HTMLInputElement }
}

test('letters become capitals, every one in its place, and the caret stays', async () => {
  const { field, input } = await open()
  await field.fill('so สม MyinG ß1')
  await expect.element(field).toHaveValue('SO สม MYING ß1')
  input.setSelectionRange(1, 1)
  input.setRangeText('x', 1, 1, 'end')
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await expect.element(field).toHaveValue('SXO สม MYING ß1')
  expect(input.selectionStart).toBe(2)
})

test('letters that an input method composes are left until they stand', async () => {
  const { field, input } = await open()
  input.value = 'so'
  input.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }))
  await expect.element(field).toHaveValue('so')
  input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'so' }))
  await expect.element(field).toHaveValue('SO')
})
