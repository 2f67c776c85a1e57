import type { Language } from '../../tests/support/words.ts'
import type { Step } from './steps.ts'

export interface TimedStep {
  step: Step
  /** Seconds from the start. */
  from: number
  until: number
}

/** A video's captions in one language, as WebVTT. */
export function captionsOf(steps: readonly TimedStep[], language: Language): string {
  const cues = steps.map(
    ({ step, from, until }) => `${stamp(from)} --> ${stamp(until)}\n${step.says[language]}`,
  )
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

/** Seconds as WebVTT writes them: `00:00:07.250`. */
function stamp(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
}
