import type { Page } from 'playwright'
import { type BenchTable, quantile } from './bench.ts'

/** The times between frames in ms while nothing moves, as a baseline of the machine. */
export const framesAtRest = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const frame = () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(resolve)
      })
    const times: number[] = []
    let last = await frame()
    while (times.length < 240) {
      const now = await frame()
      times.push(now - last)
      last = now
    }
    return times
  })

interface Motion {
  /** The selector of what is clicked. */
  click: string
  /** The selector of what then moves, or of what holds it. */
  moving: string
  /** How long it must have been still to count as stopped, in ms. */
  still: number
  /** The selector of what appears on its own and is measured apart. */
  next?: string
}

/** The times between frames in ms. */
interface Frames {
  /** From the first frame in which `moving` moves until it has stopped or `next` has appeared. */
  moving: number[]
  /** From the frame in which `next` appears until the first motion has been over for `still` ms. */
  next: number[]
}

export const framesOfMotion = (page: Page, motion: Motion): Promise<Frames> =>
  page.evaluate(async ({ click, moving, still, next }) => {
    const isMoving = () =>
      [...document.querySelectorAll(moving)].some((element) =>
        element
          .getAnimations({ subtree: true })
          // What turns for ever, such as the sign of waiting, never stops.
          .some(
            ({ playState, effect }) =>
              playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
          ),
      )
    const frame = () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(resolve)
      })
    // On a slow machine a short motion may begin and end between two looks.
    const moved: Element[] = []
    const note = ({ target }: Event) => {
      if (target instanceof Element && target.closest(moving)) moved.push(target)
    }
    for (const name of ['transitionrun', 'animationstart']) document.addEventListener(name, note)
    const clicked = document.querySelector<HTMLElement>(click)
    clicked?.click()
    let last = await frame()
    const giveUpAt = last + 20_000
    while (moved.length === 0 && !isMoving()) {
      if (last > giveUpAt) throw new Error(`Nothing of ${moving} moved after ${clicked?.outerHTML ?? click}`)
      last = await frame()
    }
    for (const name of ['transitionrun', 'animationstart']) document.removeEventListener(name, note)
    const times: Frames = { moving: [], next: [] }
    let movedAt = last
    let isNext = false
    while (last - movedAt < still) {
      const now = await frame()
      // Rendering `next` delays the frame that first shows it, so that frame counts as its own.
      isNext ||= next !== undefined && document.querySelector(next) !== null
      times[isNext ? 'next' : 'moving'].push(now - last)
      last = now
      if (isMoving()) movedAt = now
    }
    return times
  }, motion)

export const frameHeads: BenchTable['heads'] = [
  'frames',
  'first, ms',
  'median, ms',
  '95 %, ms',
  'longest after the first, ms',
]

/** A row of these frames; without `first` where they are of several motions, or of none. */
export function frameRow(name: string, times: readonly number[], first?: number): string[] {
  const sorted = times.toSorted((one, other) => one - other)
  return [
    name,
    String(times.length),
    first === undefined ? '' : first.toFixed(1),
    quantile(sorted, 0.5).toFixed(1),
    quantile(sorted, 0.95).toFixed(1),
    (sorted.at(-1) ?? NaN).toFixed(1),
  ]
}
