import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SlipFault } from './prepare-slip.ts'

/** What is wrong with the file, and what to choose instead. */
export const slipFaultTexts: Record<SlipFault, { title: MessageDescriptor; text: MessageDescriptor }> = {
  empty: {
    title: msg`This file is empty`,
    text: msg`Please choose the picture of the slip again.`,
  },
  'not-a-picture': {
    title: msg`This file is not a picture`,
    text: msg`It has a picture’s name, but no picture inside. Please choose the slip that your bank app saved.`,
  },
  drawing: {
    title: msg`A drawing (SVG) is not a slip`,
    text: msg`Please choose the picture that your bank app saved, or a screenshot of it.`,
  },
  'other-kind': {
    title: msg`This kind of picture cannot be read here`,
    text: msg`Please take a screenshot of the slip and choose that, or save it as JPEG or PNG.`,
  },
  'cut-off': {
    title: msg`This picture is not complete`,
    text: msg`A part of the file is missing. Please save the slip again in your bank app and choose it again.`,
  },
  'too-many-pixels': {
    title: msg`This picture is too large to be opened`,
    text: msg`It has more than 25 million pixels. Please take a screenshot of the slip and choose that.`,
  },
  'too-heavy': {
    title: msg`This file is larger than 12 MB`,
    text: msg`Please take a screenshot of the slip and choose that.`,
  },
}
