import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Locale } from '#lib/text/locale-codes.ts'

export interface HelpVideo {
  name: string
  title: MessageDescriptor
}

/** The films of scripts/videos/steps.ts, in the order to watch them. */
export const helpVideos: readonly HelpVideo[] = [
  { name: 'wallet', title: msg`Pay money in` },
  { name: 'play', title: msg`Play a game` },
  { name: 'balance', title: msg`Your balance` },
  { name: 'bonus', title: msg`Claim a bonus` },
  { name: 'bonus-cancel', title: msg`Cancel a bonus` },
]

export const filmOf = (name: string): string => `/videos/${name}.mp4`
export const posterOf = (name: string): string => `/videos/${name}.webp`
export const captionsOf = (name: string, locale: Locale): string => `/videos/${name}.${locale}.vtt`
