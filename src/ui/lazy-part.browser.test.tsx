import { Component, type ComponentType, type PropsWithChildren, Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { lazyPart, retryParts } from './lazy-part.tsx'

const there = ({ name }: { name: string }) => <p>The sheet of {name}</p>
const waiting = vi.fn<() => undefined>()
function Waiting() {
  waiting()
  return <p>Loading</p>
}
/** Loads `there`, after so many failures. */
const loadsAfter = (failures: number) => {
  const load = vi.fn<() => Promise<typeof there>>(async () => there)
  for (let failed = 0; failed < failures; failed += 1) load.mockRejectedValueOnce(new Error('no line'))
  return load
}
const shown = (Sheet: ComponentType<{ name: string }>) =>
  render(
    <Failed>
      <Suspense fallback={<Waiting />}>
        <Sheet name="Mali" />
      </Suspense>
    </Failed>,
  )

test('a file that was fetched ahead shows at once, and is not asked for again', async () => {
  const load = loadsAfter(0)
  const Sheet = lazyPart(load)
  expect(await Sheet.fetchFile()).toBe(true)
  expect(await Sheet.fetchFile()).toBe(true)
  expect(load).toHaveBeenCalledOnce()
  const screen = await shown(Sheet)
  await expect.element(screen.getByText('The sheet of Mali')).toBeVisible()
  expect(waiting).not.toHaveBeenCalled()
})

test('a failed prefetch harms nothing, and the file is loaded when it is needed', async () => {
  const load = loadsAfter(1)
  const Sheet = lazyPart(load)
  expect(await Sheet.fetchFile()).toBe(false)
  const screen = await shown(Sheet)
  await expect.element(screen.getByText('The sheet of Mali')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a file that could not be had is asked for again after `retryParts`, whatever was fetched ahead meanwhile', async () => {
  const load = loadsAfter(2)
  const Sheet = lazyPart(load)
  const first = await shown(Sheet)
  await expect.element(first.getByText('It failed')).toBeVisible()
  await first.unmount()
  retryParts()
  expect(await Sheet.fetchFile()).toBe(false)
  const screen = await shown(Sheet)
  await expect.element(screen.getByText('The sheet of Mali')).toBeVisible()
})

test('nothing is asked for in a circle while a file cannot be had', async () => {
  const load = loadsAfter(100)
  const Sheet = lazyPart(load)
  const first = await shown(Sheet)
  await expect.element(first.getByText('It failed')).toBeVisible()
  await first.unmount()
  const again = await shown(Sheet)
  await expect.element(again.getByText('It failed')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(1)
})

test('what stands in place of a missing part gives way to it the next time', async () => {
  const load = loadsAfter(1)
  const Sheet = lazyPart(load, ({ name }) => <p>{name} has to wait</p>)
  const first = await shown(Sheet)
  await expect.element(first.getByText('Mali has to wait')).toBeVisible()
  await first.unmount()
  retryParts()
  const screen = await shown(Sheet)
  await expect.element(screen.getByText('The sheet of Mali')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})

class Failed extends Component<PropsWithChildren> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render = () => (this.state.failed ? <p>It failed</p> : this.props.children)
}
