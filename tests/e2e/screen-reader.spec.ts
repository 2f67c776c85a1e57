import { treeFaults } from '../support/accessibility-tree.ts'
import { expect, test } from '../support/fixtures.ts'

// Every page and sheet is read so in every-screen.spec.ts.

test.use({ contextOptions: { reducedMotion: 'reduce' } })

interface Planted {
  tag: string
  attributes?: Record<string, string>
  texts?: string[]
}

/** What is wrong with a page, the part at the end of `main` that makes it so, and what is said of it. */
const faults: [what: string, part: Planted, found: RegExp][] = [
  [
    'what is read after something that it stands above',
    { tag: 'div', attributes: { id: 'upside-down' }, texts: ['First', 'Then'] },
    /"Then" is read after .*"First", and stands above it/u,
  ],
  ['a button without a name', { tag: 'button', attributes: { type: 'button' } }, /^no name: button/u],
  [
    'a picture without a text',
    { tag: 'img', attributes: { src: '/champa.svg', width: '40', height: '40' } },
    /^no name: image/u,
  ],
  [
    'a modal that leaves the page behind it to be read',
    { tag: 'div', attributes: { role: 'dialog', 'aria-label': 'Modal' }, texts: ['Over it'] },
    /^read behind the modal: button/u,
  ],
]

for (const [what, planted, found] of faults)
  test(`the tree of a screen reader tells ${what}`, async ({ page, app }) => {
    await page.goto('/login')
    await expect(app.heading('Log in')).toBeVisible()
    await expect.poll(() => treeFaults(page)).toEqual([])
    await page.evaluate(({ tag, attributes = {}, texts = [] }) => {
      const part = document.createElement(tag)
      for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value)
      if (part.id === 'upside-down') part.style.cssText = 'display: flex; flex-direction: column-reverse'
      part.append(...texts.map((textContent) => Object.assign(document.createElement('p'), { textContent })))
      document.querySelector('main')?.append(part)
    }, planted)
    await expect.poll(() => treeFaults(page)).toContainEqual(expect.stringMatching(found))
  })
