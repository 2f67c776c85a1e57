import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BonusSheet } from './bonus-sheet.tsx'
import { PromotionScreen } from './promotion-screen.tsx'
import { openRewards, show } from './test-rewards.tsx'

declare global {
  var wasRun: ReturnType<typeof vi.fn>
}

let backend: ReturnType<typeof openRewards>
beforeEach(() => {
  backend = openRewards()
  globalThis.wasRun = vi.fn<() => void>()
})
afterEach(() => vi.unstubAllGlobals())

const hostile: [string, string][] = [
  ['a script', '<script>wasRun()</script>'],
  ['a script from elsewhere', '<script src="data:text/javascript,wasRun()"></script>'],
  ['a broken picture', '<img src="x:x" onerror="wasRun()">'],
  ['a handler without quotes', '<img src=x:x onerror=wasRun()>'],
  ['a handler after a slash', '<img/src="x:x"/onerror=wasRun()>'],
  ['drawn markup', '<svg onload="wasRun()"><circle r="9"/></svg>'],
  ['a script in a drawing', '<svg><script>wasRun()</script></svg>'],
  ['an animated drawing', '<svg><animate onbegin="wasRun()" attributeName="x" dur="1s"/></svg>'],
  ['a frame', '<iframe srcdoc="<script>parent.wasRun()</script>"></iframe>'],
  ['a framed address', '<iframe src="javascript:parent.wasRun()"></iframe>'],
  ['an object', '<object data="data:text/html,<script>parent.wasRun()</script>"></object>'],
  ['an embedded page', '<embed src="javascript:wasRun()">'],
  ['a body that loads', '<body onload="wasRun()">'],
  ['an open list', '<details open ontoggle="wasRun()"><summary>x</summary></details>'],
  ['a field that takes the focus', '<input autofocus onfocus="wasRun()">'],
  ['a thing that takes the focus', '<div tabindex="0" autofocus onfocus="wasRun()">x</div>'],
  ['a video', '<video src="x:x" onerror="wasRun()"></video>'],
  ['a moving line', '<marquee onstart="wasRun()">x</marquee>'],
  ['an animation that starts', '<p style="animation: shimmer 1ms" onanimationstart="wasRun()">x</p>'],
  ['styles', '<style>@keyframes k{} body{display:none}</style>'],
  [
    'formulas',
    '<math><mtext><table><mglyph><style><img src=x:x onerror="wasRun()"></style></mglyph></table></mtext></math>',
  ],
  ['a comment that ends early', '<!--><img src="x:x" onerror="wasRun()">-->'],
  ['a template', '<template><img src="x:x" onerror="wasRun()"></template>'],
  ['letters written as numbers', '<img src="x:x" &#111;nerror="wasRun()" o\u006eerror="wasRun()">'],
  ['a zero in the tag', '<scr\u0000ipt>wasRun()</scr\u0000ipt><img src="x:x" one\u0000rror="wasRun()">'],
  ['a page that moves on', '<meta http-equiv="refresh" content="0;url=javascript:wasRun()">'],
  ['another base', '<base href="https://evil.example/"><link rel="stylesheet" href="x.css">'],
  ['names that hide ours', '<form name="body"><img name="getElementById" id="root"></form>'],
]

/** These never end what they begin, and take the words after them along. */
const unfinished: [string, string][] = [
  ['a page inside a drawing', '<svg><foreignObject><iframe srcdoc="<script>parent.wasRun()</script>">'],
  [
    'a nest of wrong tags',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror="wasRun()">',
  ],
  ['an unfinished title', '<noscript><p title="</noscript><img src=x:x onerror=wasRun()>">'],
]
const unclosed = new Set(unfinished.map(([, payload]) => payload))

const addresses: [string, string][] = [
  ['a script address', '<a href="javascript:wasRun()">bait</a>'],
  ['a script address with a tab', '<a href="java\tscript:wasRun()">bait</a>'],
  ['a script address in other letters', '<a href="&#106;avascript&colon;wasRun()">bait</a>'],
  ['a page in the address', '<a href="data:text/html,<script>parent.wasRun()</script>">bait</a>'],
  ['a handler on a link', '<a href="#" onclick="wasRun()">bait</a>'],
]

const foreign = 'script,iframe,object,embed,form,input,style,link,meta,base,video,math,svg,[id],[name]'

/** The words around it are there, nothing ran, and nothing came in that could. */
async function expectHarmless(shown: Element, payload: string): Promise<void> {
  // A picture's failure comes later than a script: whatever was to run had its time.
  await new Promise((resolve) => {
    const broken = new Image()
    broken.addEventListener('error', resolve)
    broken.src = 'x:x'
  })
  expect(globalThis.wasRun).not.toHaveBeenCalled()
  const boxes = [...shown.querySelectorAll('p')].filter(({ textContent }) => textContent === 'Before')
  expect(boxes).not.toEqual([])
  for (const { parentElement: box } of boxes) {
    expect(box).toHaveTextContent(unclosed.has(payload) ? /^Before/u : /Before.*after/u)
    expect(box?.querySelectorAll(foreign)).toHaveLength(0)
    expect(box?.innerHTML).not.toMatch(/script:|data:text|evil\.example|="wasRun/u)
    // Where a link leads is seen above; it opens a window of its own, which would run all this again.
    box?.addEventListener('click', (event) => event.preventDefault())
    for (const link of box?.querySelectorAll('a') ?? []) link.click()
  }
  expect(globalThis.wasRun).not.toHaveBeenCalled()
  expect(getComputedStyle(document.body).display).not.toBe('none')
}

const around = (payload: string) => `<p>Before</p>${payload}<p>after</p>`
const cases = [...hostile, ...unfinished, ...addresses]

test.each(cases)('%s in the notice and the banner does nothing', async (_, payload) => {
  backend.notice = around(payload).replace('after', 'after %percentFail%')
  backend.bonuses[0]!.banners = [{ image: '', html: around(payload) }]
  const screen = await show(<BonusSheet code="WELCOME" onClose={() => undefined} />)
  const sheet = screen.getByRole('dialog')
  const terms = screen.getByRole('region', { name: 'Terms of this bonus' })
  await expect.element(terms).toHaveTextContent('Before')
  await expectHarmless(terms.element(), payload)
  await expectHarmless(sheet.element(), payload)
})

test.each(cases)('%s in a promotion does nothing', async (_, payload) => {
  backend.promotions['BAIT'] = { code: 'BAIT', percentFail: 5, description: around(payload) }
  const screen = await show(<PromotionScreen onOpen={() => undefined} />)
  await screen.getByRole('textbox').fill('bait')
  await screen.getByRole('button', { name: 'Search' }).click()
  const found = screen.getByRole('region', { name: 'Promotion BAIT' })
  await expect.element(found).toHaveTextContent('Before')
  await expectHarmless(found.element(), payload)
})
