import * as v from 'valibot'
import { isVisiblyWithin, visibleLength } from '#lib/text/visible-length.ts'
import { flat, text } from './fields.ts'

/** Counted as the reader sees characters; see `messageLength`. */
export const MAX_MESSAGE_LENGTH = 2000

/**
 * UTF-16 code units for each character of the limit: visible characters alone would allow endless combining marks. A Thai letter with
 * its marks has three, a Lao one with a letter below it, or an emoji with a skin tone, four; a family of emojis counts as three characters.
 */
const UNITS_EACH = 4

/** How much of `MAX_MESSAGE_LENGTH` a text takes. */
export const messageLength = (words: string): number =>
  Math.max(visibleLength(words), Math.ceil(words.length / UNITS_EACH))

/** Both bounds of `messageLength`, the cheap one first. */
const short = v.pipe(
  v.string(),
  v.maxLength(UNITS_EACH * MAX_MESSAGE_LENGTH),
  flat,
  v.check((words) => isVisiblyWithin(words, MAX_MESSAGE_LENGTH), 'too long'),
)
const said = v.pipe(
  short,
  v.check((words) => words.trim() !== '', 'empty'),
)
const label = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200), flat)
const answer = v.pipe(v.string(), v.maxLength(1000), flat)
/** A web address, or a path on the API's own origin: never `javascript:` or the like. */
const address = v.pipe(v.string(), v.maxLength(2000), v.regex(/^(?:https?:\/\/|\/(?![/\\]))/iu, 'no address'))
const noOrAddress = v.nullish(v.union([v.literal(''), address]), '')

/**
 * A button under a message. `postback` is answered with a `postback` message of its `title` and `payload`; `web_url` opens `url`
 * in a new tab; `phone_number` calls the number in `payload`.
 */
const button = v.variant('type', [
  v.object({ type: v.literal('postback'), title: label, payload: v.nullish(answer, '') }),
  v.object({ type: v.literal('web_url'), title: label, url: address }),
  v.object({ type: v.literal('phone_number'), title: label, payload: answer }),
])
export type ChatButton = v.InferOutput<typeof button>

/** A card of a `generic` message, of which several stand side by side. A tap on it opens `default_action.url`. */
const card = v.object({
  title: label,
  subtitle: v.nullish(answer, ''),
  image_url: noOrAddress,
  default_action: v.nullish(v.object({ url: address }), null),
  buttons: v.nullish(v.pipe(v.array(button), v.maxLength(3)), []),
})
export type ChatCard = v.InferOutput<typeof card>

/** A suggested answer, shown until the next message is sent; tapping it works like a postback button. */
const quickReply = v.object({
  title: label,
  payload: v.nullish(answer, ''),
  image_url: noOrAddress,
})

const ofText = v.object({ message_type: v.literal('text'), payload: v.object({ text: said }) })

/** `url`, `filePath` and `fileType` come from the upload's answer; `message` is an optional caption. */
const ofMedia = v.object({
  message_type: v.literal('media'),
  payload: v.object({
    message: v.nullish(short, ''),
    url: address,
    fileType: v.picklist(['image', 'video', 'file']),
    filePath: v.nullish(v.pipe(v.string(), v.maxLength(500)), ''),
  }),
})

/** A tapped button or quick reply, with its own title and payload. */
const ofPostback = v.object({
  message_type: v.literal('postback'),
  payload: v.object({ title: label, payload: v.nullish(answer, '') }),
})

const ofButtons = v.object({
  message_type: v.literal('buttons'),
  payload: v.object({ text: said, buttons: v.pipe(v.array(button), v.minLength(1), v.maxLength(10)) }),
})

const ofQuickReplies = v.object({
  message_type: v.literal('quick_replies'),
  payload: v.object({
    text: said,
    quick_replies: v.pipe(v.array(quickReply), v.minLength(1), v.maxLength(13)),
  }),
})

const ofGeneric = v.object({
  message_type: v.literal('generic'),
  payload: v.object({ elements: v.pipe(v.array(card), v.minLength(1), v.maxLength(10)) }),
})

/** Any other content: `text` is what can be shown of it, possibly ''. */
const ofOther = v.object({ message_type: v.literal('other'), payload: v.object({ text }) })

/** What a customer may send. */
export const customerContent = v.variant('message_type', [ofText, ofMedia, ofPostback])
export type CustomerContent = v.InferOutput<typeof customerContent>

/** Content in the shapes that this backend writes. */
export const chatContent = v.variant('message_type', [
  ofText,
  ofMedia,
  ofPostback,
  ofButtons,
  ofQuickReplies,
  ofGeneric,
  ofOther,
])
export type ChatContent = v.InferOutput<typeof chatContent>

interface Loose {
  message_type: string
  payload: Record<string, unknown>
}

/**
 * The content of a received message. What has an unknown type, or does not have the shape of its type, is read as `other` with
 * whatever text could be found: a message is never dropped for its format.
 */
export function readContent({ message_type, payload }: Loose): ChatContent {
  const read = v.safeParse(chatContent, { message_type, payload: { text: wordsOf(payload), ...payload } })
  return read.success ? read.output : { message_type: 'other', payload: { text: wordsOf(payload) } }
}

/** Some backends name the text `message`. */
function wordsOf({ text: words, message, title, url }: Record<string, unknown>): string {
  const found = [words, message, title, url].find((part) => typeof part === 'string' && part !== '')
  return typeof found === 'string' ? found : ''
}
