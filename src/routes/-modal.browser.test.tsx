import { Component, type PropsWithChildren, Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { lazyScreen, recheck } from './-modal.tsx'

const there = ({ name }: { name: string }) => <p>The sheet of {name}</p>
const waiting = vi.fn<() => undefined>()
function Waiting() {
  waiting()
  return <p>Loading</p>
}

test('a prefetched sheet shows at once', async () => {
  const [Sheet, fetchFile] = lazyScreen(() => Promise.resolve(there))
  await fetchFile()
  const screen = await render(
    <Suspense fallback={<Waiting />}>
      <Sheet name="Mali" />
    </Suspense>,
  )
  await expect.element(screen.getByText('The sheet of Mali')).toBeVisible()
  expect(waiting).not.toHaveBeenCalled()
})

test('a failed prefetch harms nothing, and the sheet loads when it is opened', async () => {
  const load = vi
    .fn<() => Promise<typeof there>>()
    .mockRejectedValueOnce(new Error('no line'))
    .mockResolvedValue(there)
  const [Sheet, fetchFile] = lazyScreen(load)
  await fetchFile()
  recheck()
  const screen = await render(
    <Suspense fallback={<Waiting />}>
      <Sheet name="Mali" />
    </Suspense>,
  )
  await expect.element(screen.getByText('The sheet of Mali')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})

test('another failed prefetch does not hide that the chunk has to be loaded again', async () => {
  const load = vi
    .fn<() => Promise<typeof there>>()
    .mockRejectedValueOnce(new Error('no line'))
    .mockRejectedValueOnce(new Error('no line'))
    .mockResolvedValue(there)
  const [Sheet, fetchFile] = lazyScreen(load)
  const shown = (
    <Failed>
      <Suspense>
        <Sheet name="Mali" />
      </Suspense>
    </Failed>
  )
  const first = await render(shown)
  await expect.element(first.getByText('It failed')).toBeVisible()
  await first.unmount()
  recheck()
  expect(await fetchFile()).toBe(false)
  const screen = await render(shown)
  await expect.element(screen.getByText('The sheet of Mali')).toBeVisible()
})

class Failed extends Component<PropsWithChildren> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render = () => (this.state.failed ? <p>It failed</p> : this.props.children)
}
