import { expect as builtIn, type ExpectMatcherState } from 'playwright/test'

type Expect = typeof builtIn
type Matcher = (...args: unknown[]) => Promise<void>

/** In ms. With a timeout this short Playwright checks every 100 ms; with a longer one it soon checks only twice a second. */
const quick = 2400
/** Between the looks of a poll, in ms. */
const intervals = [50, 100, 200]

/** What is expected of a page, and may still become true. */
const names = [
  'toBeAttached',
  'toBeChecked',
  'toBeDisabled',
  'toBeEnabled',
  'toBeFocused',
  'toBeHidden',
  'toBeInViewport',
  'toBeVisible',
  'toContainText',
  'toHaveAccessibleDescription',
  'toHaveAttribute',
  'toHaveCount',
  'toHaveText',
  'toHaveTitle',
  'toHaveURL',
  'toHaveValue',
] as const

/** The built-in matcher, looking often at first. A timeout of the call's own is taken as it is. */
function lookingOften(name: (typeof names)[number]) {
  return async function match(this: ExpectMatcherState, actual: unknown, ...args: unknown[]) {
    const { isNot, timeout } = this
    const check = (ms: number) => {
      const is = builtIn.configure({ timeout: ms })(actual)
      const matchers = (isNot ? is.not : is) as unknown as Record<typeof name, Matcher>
      return matchers[name](...args)
    }
    const retry = (error: Error) => {
      // Several elements where one is meant: waiting longer would hide it.
      if (error.message.includes('strict mode violation')) throw error
      return check(timeout)
    }
    const options = args.at(-1)
    const hasOwn = typeof options === 'object' && options !== null && 'timeout' in options
    try {
      if (hasOwn || timeout <= quick) await check(timeout)
      else await check(quick).catch(retry)
      return { pass: !isNot, message: () => '' }
    } catch (error) {
      return { pass: isNot, message: () => (error as Error).message }
    }
  }
}

/** Of `poll` the intervals have no setting. */
function pollingOften(expecting: Expect): Expect {
  const { poll } = expecting
  const often: Expect['poll'] = (look, options) =>
    poll(look, { intervals, ...(typeof options === 'string' ? { message: options } : options) })
  return Object.assign(expecting, { poll: often })
}

const extended = builtIn.extend(Object.fromEntries(names.map((name) => [name, lookingOften(name)]))) as Expect

/** Playwright's, but it looks more often for what is about to come. */
export const expect: Expect = Object.defineProperty(pollingOften(extended), 'soft', {
  value: pollingOften(extended.soft),
})
