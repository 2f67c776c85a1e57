import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { GameArt } from './game-art.tsx'
import { GeneratedArt } from './generated-art.tsx'

test('a picture that fails to load is replaced by a generated one', async () => {
  const screen = await render(<GameArt src="data:image/png;base64,broken" seed="NAGA" />)
  await expect.poll(() => screen.container.querySelector('svg')).not.toBeNull()
  expect(screen.container.querySelector('img')).toBeNull()
})

test('the generated picture is always the same for a code, and differs between codes', async () => {
  const draw = async (seed: string) => (await render(<GeneratedArt seed={seed} />)).container.innerHTML
  expect(await draw('NAGA')).toBe(await draw('NAGA'))
  expect(await draw('NAGA')).not.toBe(await draw('MOON'))
})
