import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { SafeHtml } from './safe-html.tsx'
import { hostileMarkup, surround } from './test-hostile-markup.ts'

declare global {
  var wasRun: ReturnType<typeof vi.fn>
}
beforeEach(() => {
  globalThis.wasRun = vi.fn<() => void>()
})
afterEach(() => vi.unstubAllGlobals())

async function shown(html: string): Promise<HTMLElement> {
  const { container } = await render(<SafeHtml html={html} />)
  const box = container.firstElementChild
  if (!(box instanceof HTMLElement)) throw new Error('nothing is shown')
  return box
}

test('keeps text and its formatting', async () => {
  const words = '<h2>Rules</h2><p>One <b>wallet</b></p><ul><li>x</li></ul>'
  expect((await shown(words)).innerHTML).toBe(words)
})

test('a plain line of text stays one line', async () => {
  const box = await shown('Call <b>us</b> <a href="tel:021234567">now</a>')
  const tops = [...box.children].map((part) => part.getBoundingClientRect().top)
  expect(new Set(tops).size).toBe(1)
})

test('links open in a new tab and send no referrer', async () => {
  const box = await shown('<a href="https://elsewhere.example/x" target="_top" rel="opener">x</a>')
  const link = box.querySelector('a')
  await expect.poll(() => link?.href).toBe('https://elsewhere.example/x')
  await expect.poll(() => link?.target).toBe('_blank')
  await expect.poll(() => link?.rel).toBe('noopener noreferrer nofollow')
})

test('shows our own pictures; pictures from elsewhere are replaced by their alt text', async () => {
  const box = await shown(
    '<img src="/art/x.svg" alt="Ours"><img src="https://elsewhere.example/y" alt="Theirs">',
  )
  expect([...box.querySelectorAll('img')].map(({ alt }) => alt)).toEqual(['Ours'])
  expect(box).toHaveTextContent('Theirs')
})

test('new markup replaces the old', async () => {
  const screen = await render(<SafeHtml html="<p>old</p>" />)
  await screen.rerender(<SafeHtml html="<p>new</p>" />)
  expect(screen.container).toHaveTextContent(/^new$/u)
})

const allowed = /^(?:href|target|rel|src|alt|lang|start|colspan|rowspan)$/u
const gone =
  'script,style,link,meta,base,title,template,noscript,iframe,frame,object,embed,portal,svg,math,form,input,button,select,textarea,dialog,video,audio,picture,map,bdo'

describe('hostile markup', () => {
  test('the list is long enough and has no duplicates', () => {
    expect(hostileMarkup.length).toBeGreaterThanOrEqual(200)
    expect(new Set(hostileMarkup.map(({ html }) => html)).size).toBe(hostileMarkup.length)
  })

  test.each(hostileMarkup)('$what does nothing', async (hostile) => {
    const before = performance.getEntriesByType('resource').length
    const box = await shown(surround(hostile))
    await failedPicture()
    expect(box).toHaveTextContent(hostile.swallows ? /^Before/u : /^Before.*after$/su)
    expect(box.querySelectorAll(gone)).toHaveLength(0)
    for (const element of box.querySelectorAll('*')) {
      expect(element.namespaceURI).toBe('http://www.w3.org/1999/xhtml')
      for (const { name } of element.attributes) expect(name).toMatch(allowed)
    }
    for (const link of box.querySelectorAll('a[href]')) expect(link).toHaveAttribute('target', '_blank')
    for (const address of [...box.querySelectorAll('a[href]')].map(
      (link) => (link as HTMLAnchorElement).href,
    )) {
      expect(address).toMatch(/^(?:https?|tel|mailto):/u)
    }
    for (const { src } of box.querySelectorAll('img')) expect(src).not.toMatch(/^https?:.*evil/u)
    expect(box.textContent).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
    expect(getComputedStyle(document.body).display).not.toBe('none')
    expect(document.activeElement).toBe(document.body)
    expect(document.getElementById('root')).toBeNull()
    const asked = performance.getEntriesByType('resource').slice(before)
    expect(asked.filter(({ name }) => name.includes('evil.example'))).toEqual([])
    expect(globalThis.wasRun).not.toHaveBeenCalled()
  })
})

/** A picture's error event comes later than a script would run, so anything hostile had its chance by then. */
function failedPicture(): Promise<unknown> {
  return new Promise((resolve) => {
    const broken = new Image()
    broken.addEventListener('error', resolve)
    broken.src = 'x:x'
  })
}
