import { fileURLToPath } from 'node:url'
import { getByLabelSelector, getByRoleSelector } from 'ivya'
import { expect } from 'playwright/test'
import { build } from 'rolldown'
import type { Words } from '../support/words.ts'
import type { Engine } from './engine.ts'
import type { Found, Next } from './page-queries.ts'

/** In ms: a busy machine may stand still for seconds. */
const waiting = { timeout: 60_000, intervals: [50, 100, 200] }

/** The English of a name, or a pattern. */
type Name = string | RegExp

/** The app as a member sees it: found by roles and names in the page's language, as tests/support/app.ts does in Chromium. */
export class Screen {
  readonly engine: Engine
  readonly words: Words
  /** A selector of Playwright's. */
  private readonly part: string
  constructor(engine: Engine, words: Words, part = 'css=body') {
    this.engine = engine
    this.words = words
    this.part = part
  }

  within(role: string, name?: Name): Screen {
    return new Screen(this.engine, this.words, this.select(role, name))
  }
  sheet(english: string): Screen {
    return this.within('dialog', english)
  }

  async press(role: string, name: Name): Promise<void> {
    const selector = this.select(role, name)
    let before = ''
    await this.eventually(`press ${selector}`, async () => {
      const { x, y, isReachable } = await this.find(selector, 'press')
      // A press would miss what still moves.
      const isSteady = before === `${x} ${y}`
      before = `${x} ${y}`
      expect(isReachable && isSteady, 'it can be pressed').toBe(true)
      await this.engine.press(x, y)
      const arrived = await this.engine.run(() => globalThis.pressArrived ?? null).catch(() => null)
      expect(arrived, 'the press came to it').not.toBe(false)
    })
  }

  /** Types into a field, in place of what is in it. By its label, because a password's field has no role. */
  async fill(english: string, text: string): Promise<void> {
    const label = getByLabelSelector(this.words.say(english), { exact: true })
    const selector = `${this.part} >> ${label}`
    await this.eventually(`fill ${selector}`, async () => {
      const { isReachable } = await this.find(selector, 'focus')
      expect(isReachable).toBe(true)
    })
    await this.engine.type(text)
  }

  async see(role: string, name?: Name): Promise<void> {
    const selector = this.select(role, name)
    await this.eventually(`see ${selector}`, async () => {
      expect((await this.find(selector)).count).toBeGreaterThan(0)
    })
  }

  /** Waits until the words of this part match all of the patterns. */
  async read(...patterns: RegExp[]): Promise<void> {
    await this.eventually(`read ${this.part}`, async () => {
      const { text } = await this.find(this.part)
      for (const pattern of patterns) expect(text).toMatch(pattern)
    })
  }

  /** Retries what throws, too: the page may be loading. */
  async eventually(what: string, check: () => Promise<void>): Promise<void> {
    await expect(check, what).toPass(waiting)
  }

  private select(role: string, name?: Name): string {
    const named = typeof name === 'string' ? { name: this.words.say(name), exact: true } : { name }
    return `${this.part} >> ${getByRoleSelector(role, named)}`
  }

  private async find(selector: string, next?: Next): Promise<Found> {
    const ask = () =>
      this.engine.run((...asked) => globalThis.findForTests?.(...asked) ?? null, selector, next)
    const found = await ask()
    if (found) return found
    await this.engine.load(await (queries ??= bundleQueries()))
    return (await ask()) ?? this.find(selector, next)
  }
}

let queries: Promise<string> | undefined

async function bundleQueries(): Promise<string> {
  const input = fileURLToPath(new URL('page-queries.ts', import.meta.url))
  const { output } = await build({ input, platform: 'browser', write: false, output: { format: 'iife' } })
  return output[0].code
}
