import * as v from 'valibot'
import { chatContent, type ChatButton, type ChatCard } from '#api/contract/chat-content.ts'
import { readJson } from '../../http/read-input.ts'
import { ApiError } from '../../http/api-error.ts'
import { filledLines } from '../form-fields.ts'

export type Content = { message_type: string; payload: Record<string, unknown> }

/** `Title = payload`; without a payload the title is used. */
function pairOf(line: string): [title: string, meaning: string] {
  const [title = '', ...rest] = line.split(' = ')
  return [title.trim(), rest.join(' = ').trim() || title.trim()]
}

const isAddress = (text: string): boolean => /^(?:https?:\/\/|\/)/u.test(text)

/** A web address makes a link, `tel:` a call button, anything else an answer. */
function buttonOf(line: string): ChatButton {
  const [title, meaning] = pairOf(line)
  if (isAddress(meaning)) return { type: 'web_url', title, url: meaning }
  if (meaning.startsWith('tel:')) return { type: 'phone_number', title, payload: meaning.slice(4) }
  return { type: 'postback', title, payload: meaning }
}

/** A title, then in any order a subtitle, a picture's address, and buttons. */
function cardOf(paragraph: string): ChatCard {
  const [title = '', ...rest] = filledLines(paragraph)
  const isButton = (line: string) => line.includes(' = ')
  return {
    title,
    subtitle: rest.find((line) => !isButton(line) && !isAddress(line)) ?? '',
    image_url: rest.find((line) => !isButton(line) && isAddress(line)) ?? '',
    default_action: null,
    buttons: rest.filter(isButton).map(buttonOf),
  }
}

const payloads: Record<string, (fields: Record<string, string>) => Record<string, unknown>> = {
  text: ({ text }) => ({ text }),
  buttons: ({ text, buttons = '' }) => ({ text, buttons: filledLines(buttons).map(buttonOf) }),
  quick_replies: ({ text, replies = '' }) => {
    const pairs = filledLines(replies).map(pairOf)
    return { text, quick_replies: pairs.map(([title, payload]) => ({ title, payload, image_url: '' })) }
  },
  generic: ({ cards = '' }) => ({
    elements: cards
      .split(/\r?\n\s*\n/u)
      .filter((part) => part.trim() !== '')
      .map(cardOf),
  }),
}

/** The agent's form as a message; undefined if it is not valid for its kind. */
export function readContentForm(fields: Record<string, string>): Content | undefined {
  const { kind = '' } = fields
  if (kind === 'other') return readOther(fields['json'] ?? '')
  const payload = Object.hasOwn(payloads, kind) ? payloads[kind]?.(fields) : undefined
  const read = v.safeParse(chatContent, { message_type: kind, payload })
  return read.success ? read.output : undefined
}

const anything = v.object({
  message_type: v.pipe(v.string(), v.maxLength(50)),
  payload: v.record(v.string(), v.unknown()),
})

/** Sent unchecked, to see what the app makes of it. */
function readOther(text: string): Content | undefined {
  try {
    const read = v.safeParse(anything, readJson(Buffer.from(text)))
    return read.success ? read.output : undefined
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NO_DATA') return undefined
    throw error
  }
}
