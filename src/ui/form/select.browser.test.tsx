import '#ui/base.css'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { FieldLock } from './field-lock.tsx'
import { Field } from './field.tsx'
import { Select } from './select.tsx'
import { withMotion } from '../test-motion.ts'

withMotion()

const banks = [
  { value: 'kbank', label: 'Kasikorn', icon: 'bank' },
  { value: 'scb', label: 'SCB', icon: 'bank' },
  { value: 'gsb', label: 'GSB', icon: 'bank' },
] as const

function Bank() {
  const [bank, setBank] = useState<string>('')
  return (
    <Field label="Bank" error={bank === '' && 'Please choose a bank'}>
      <Select options={banks} value={bank} onChange={setBank} placeholder="Choose" />
    </Field>
  )
}

test('can be used by keyboard alone, and its field names it and its list', async () => {
  const screen = await render(<Bank />)
  const box = screen.getByRole('combobox', { name: 'Bank' })
  await expect.element(box).toHaveAccessibleDescription('Please choose a bank')
  await userEvent.tab()
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('option', { name: 'SCB' })).toBeVisible()
  await expect.element(screen.getByRole('listbox', { name: 'Bank' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
  await expect.element(box).toHaveFocus()
  await expect.element(box).not.toHaveTextContent('Choose')
})

test('chooses by a tap', async () => {
  const screen = await render(<Bank />)
  const box = screen.getByRole('combobox')
  await box.click()
  await screen.getByRole('option', { name: 'GSB' }).click()
  await expect.element(box).toHaveTextContent('GSB')
  await expect.element(box).not.toHaveAttribute('aria-invalid')
})

test('a long name keeps a distance from the edges of its field, and of its place in the menu', async () => {
  const name = 'ທະນາຄານ ການຄ້າຕ່າງປະເທດລາວ ມະຫາຊົນ ສາຂາ ນະຄອນຫຼວງວຽງຈັນ'
  const screen = await render(
    <div style={{ inlineSize: '18rem' }}>
      <Select options={[{ value: 'bcel', label: name }]} value="bcel" onChange={() => {}} placeholder="" />
    </div>,
  )
  const box = screen.getByRole('combobox')
  await box.click()
  const option = screen.getByRole('option')
  await expect.element(option).toBeVisible()
  const words = (frame: Element) => {
    const range = document.createRange()
    range.selectNodeContents([...frame.querySelectorAll('*')].find((each) => each.textContent === name)!)
    return range.getBoundingClientRect()
  }
  for (const frame of [box.element(), option.element()]) {
    const [inner, outer] = [words(frame), frame.getBoundingClientRect()]
    expect(inner.height).toBeGreaterThan(30)
    expect(inner.top - outer.top).toBeGreaterThanOrEqual(6)
    expect(outer.bottom - inner.bottom).toBeGreaterThanOrEqual(6)
  }
})

test('an option at the bottom of the window does not scroll the page behind the menu', async () => {
  // A scrolled page would carry the menu away for a frame, from under the finger.
  const screen = await render(
    <div style={{ blockSize: '300vh' }}>
      <div style={{ position: 'fixed', insetBlockEnd: '11rem', inlineSize: '20rem' }}>
        <Bank />
      </div>
    </div>,
  )
  await screen.getByRole('combobox').click()
  const option = screen.getByRole('option', { name: 'GSB' })
  await expect.element(option).toBeVisible()
  option.element().scrollIntoView({ block: 'nearest' })
  expect(scrollY).toBe(0)
})

test('an open menu takes no choice once its fields are locked', async () => {
  const change = vi.fn<(bank: string) => void>()
  const form = (locked: boolean) => (
    <FieldLock locked={locked}>
      <Select options={banks} value="" onChange={change} placeholder="Choose" />
    </FieldLock>
  )
  const screen = await render(form(false))
  await screen.getByRole('combobox').click()
  const option = screen.getByRole('option', { name: 'SCB' })
  await expect.element(option).toBeVisible()
  await screen.rerender(form(true))
  await expect.element(screen.getByRole('combobox', { includeHidden: true })).toBeDisabled()
  ;(option.query() as HTMLElement | null)?.click()
  expect(change).not.toHaveBeenCalled()
})
