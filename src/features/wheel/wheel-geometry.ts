/** Angles are in radians, clockwise, from the pointer at the top. At angle 0, slice 0 is under the pointer. */
export const TURN = 2 * Math.PI

/** In the wheel's own units, 306 to a side: the rim, the slices within it, and the hub. */
export const outline = { box: 306, rim: 153, face: 142, hub: 54 } as const

const LARGEST = 350

/** A phone held sideways, in CSS pixels: the same rule as in the style sheets. */
const isShort = (width: number, height: number): boolean => width >= 600 && height < 480

/** What a short window needs beside the wheel: its bars, and room for the pointer. */
const BARS = 128

/** The wheel's side in CSS pixels, in a window of this size. */
export const wheelSize = (width: number, height: number): number =>
  Math.floor(Math.min(LARGEST, width * 0.85, isShort(width, height) ? Math.max(160, height - BARS) : LARGEST))

const wrap = (angle: number): number => ((angle % TURN) + TURN) % TURN

/** The angle of a slice's middle while the wheel is at `angle`, from 0 up to a whole turn. */
export const sliceAngle = (angle: number, index: number, count: number): number =>
  wrap(angle + (index * TURN) / count)

export interface Rotation {
  from: number
  to: number
  durationMs: number
}

/** How far from its middle a slice may stop, as a fraction of its width. */
const STRAY = 0.3

interface RideEnd {
  from: number
  index: number
  count: number
  /** Random numbers from 0 up to 1. */
  random?: () => number
}

/** The rotation from the current angle to the winning slice: three to four turns, 0.4 to 0.5 seconds each. */
export function rotationTo({ from, index, count, random = Math.random }: RideEnd): Rotation {
  const way = 3 * TURN + wayTo({ from, index, count, random })
  return { from, to: from + way, durationMs: (400 + 100 * random()) * (way / TURN) }
}

/** For reduced motion: about one short turn. */
export function shortRotationTo({ from, index, count }: RideEnd): Rotation {
  const way = wayTo({ from, index, count, random: () => 0.5 })
  return { from, to: from + (way < TURN / 2 ? way + TURN : way), durationMs: 700 }
}

const wayTo = ({ from, index, count, random }: Required<RideEnd>): number =>
  wrap(((random() * 2 - 1) * STRAY - index) * (TURN / count) - from)

/** Labels run across wide slices, and along narrow ones. */
export type LabelWay = 'across' | 'along'
export const labelWay = (count: number): LabelWay => (count <= 9 ? 'across' : 'along')

/** Whether a label at this angle is flipped, so that it is not upside down. */
export const isTurnedOver = (way: LabelWay, sliceAt: number): boolean =>
  way === 'across' ? Math.cos(sliceAt) < -1e-9 : Math.sin(sliceAt) < -1e-9

/** A label's angle on the screen: from a quarter turn left to a quarter turn right. */
export function labelTurn(way: LabelWay, sliceAt: number): number {
  const turn = sliceAt - (way === 'along' ? TURN / 4 : 0) + (isTurnedOver(way, sliceAt) ? TURN / 2 : 0)
  return Math.atan2(Math.sin(turn), Math.cos(turn))
}

/** The widest that a line may be between two distances from the middle, within its slice and the face. */
export function roomAcross(inner: number, outer: number, count: number, face: number): number {
  const chord = outer < face ? Math.sqrt(face ** 2 - outer ** 2) : 0
  const slice = count > 2 ? inner * Math.tan(TURN / 2 / count) : Infinity
  return 2 * Math.min(chord, slice)
}

/** The closest that a block of lines of this height, along a slice, may come to the middle. */
export const nearestAlong = (height: number, count: number): number =>
  count > 2 ? height / 2 / Math.tan(TURN / 2 / count) : 0
