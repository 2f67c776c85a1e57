import '#ui/base.css'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { GameArt } from './game-art.tsx'
import { Picture } from './picture.tsx'

/** Stands in for `navigator.connection`, before the first module reads it. */
const line = vi.hoisted(() => {
  const connection = Object.assign(new EventTarget(), { saveData: false })
  Object.defineProperty(navigator, 'connection', { value: connection })
  return connection
})

function saveData(saving = true) {
  line.saveData = saving
  line.dispatchEvent(new Event('change'))
}

const asked = (src: string) => performance.getEntriesByName(new URL(src, location.href).href).length

test('in data saver mode a picture loads on a tap, and its space is reserved', async () => {
  saveData()
  const src = '/champa.svg?one'
  const screen = await render(
    <div style={{ position: 'relative', inlineSize: 200, blockSize: 100 }}>
      <GameArt src={src} seed="NAGA" showLabel="Show picture" />
    </div>,
  )
  const button = screen.getByRole('button', { name: 'Show picture' })
  await expect.element(button).toBeVisible()
  expect(asked(src)).toBe(0)
  const before = screen.container.querySelector('svg')?.getBoundingClientRect()
  await button.click()
  await expect.element(button).not.toBeInTheDocument()
  const picture = screen.container.querySelector('img')
  expect(picture?.getBoundingClientRect()).toEqual(before)
  await expect.poll(() => document.activeElement).toBe(picture)
  await expect.poll(() => asked(src)).toBe(1)
})

test('a card inside a button shows its picture too, once it was tapped elsewhere', async () => {
  saveData()
  const src = '/champa.svg?two'
  const screen = await render(
    <>
      <button aria-label="Naga">
        <GameArt src={src} seed="NAGA" />
      </button>
      <Picture src={src} seed="NAGA" alt="The naga" showLabel="Show picture" onError={() => undefined} />
    </>,
  )
  expect(screen.container.querySelectorAll('img')).toHaveLength(0)
  expect(screen.getByRole('button').elements()).toHaveLength(2)
  await screen.getByRole('button', { name: 'Show picture' }).click()
  await expect.element(screen.getByRole('img', { name: 'The naga' })).toBeVisible()
  await expect.poll(() => screen.container.querySelectorAll('img')).toHaveLength(2)
})

test('it loads by itself when the connection is good, or becomes good', async () => {
  saveData()
  const screen = await render(<GameArt src="/champa.svg?three" seed="NAGA" />)
  expect(screen.container.querySelector('img')).toBeNull()
  saveData(false)
  await expect.poll(() => screen.container.querySelector('img')).not.toBeNull()
})
