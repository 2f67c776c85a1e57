import type { Fields } from '../form.ts'
import { button, markup, type Markup, textArea } from '../markup.ts'
import { placed, type Places } from '../places.ts'
import { addressOf } from './room-view.ts'

interface Answering {
  room: string
  /** What was typed in the form that was refused. */
  typed?: Fields | undefined
  places: Places
}

type Draw = (label: string, name: string, preset?: string) => Markup

/** The fields of a form, with what was typed in them. */
type Drawn = Record<'text' | 'words' | 'area', Draw>

/** The forms by which staff answer, one for each kind of message. */
export function answerForms({ room, typed = {}, places }: Answering): Markup {
  const address = (act: string) => placed(`${addressOf(room)}/${act}`, places)
  const form = (kind: string, name: string, draw: (drawn: Drawn) => Markup): Markup => {
    const value = (field: string, preset = '') => (typed['kind'] === kind ? (typed[field] ?? '') : preset)
    const input =
      (more: Markup): Draw =>
      (label, field, preset) =>
        markup`<label>${label} <input name="${field}" ${more} autocomplete="off" value="${value(field, preset)}" /></label>`
    const area: Draw = (label, field, preset) =>
      textArea(label, markup`name="${field}" required`, value(field, preset))
    const drawn = { text: input(markup`required maxlength="2000"`), words: input(markup``), area }
    return markup`<form
      method="post"
      action="${address('messages')}"
      enctype="multipart/form-data"
      aria-label="${name}"
    >
      <input type="hidden" name="kind" value="${kind}" />
      ${draw(drawn)}
      <button>Send ${name.toLowerCase()}</button>
    </form>`
  }
  const isOpen = typed['kind'] !== undefined && typed['kind'] !== 'text'
  return markup`${form('text', 'Answer', ({ text }) => text('Answer', 'text'))}
    ${button(address('end'), 'End conversation', {}, 'quiet')}
    <details ${isOpen ? markup`open` : ''}>
      <summary>Other kinds of message</summary>
      ${form(
        'media',
        'Media',
        ({ words }) => markup`<label>Picture or film
            <input type="file" name="file" required accept=".png,.jpg,.jpeg,.gif,.mp4,.mov" />
          </label>
          ${words('Words with it', 'text')}`,
      )}
      ${form(
        'buttons',
        'Buttons',
        ({ text, area }) =>
          markup`${text('Text', 'text', 'What is it about?')}
          ${area('Buttons, one a line', 'buttons', 'A deposit = deposit\nRead more = https://champa.example/\nCall us = tel:+8562055512345')}`,
      )}
      ${form(
        'quick_replies',
        'Quick replies',
        ({ text, area }) =>
          markup`${text('Text', 'text', 'Did that help?')} ${area('Replies, one a line', 'replies', 'Yes = yes\nNo = no')}`,
      )}
      ${form('generic', 'Cards', ({ area }) =>
        area(
          'Cards, an empty line between them',
          'cards',
          'Deposit by QR\nArrives within a minute\n/champa.svg\nChoose = qr\n\nDeposit by bank\nFrom your own account\nChoose = bank',
        ),
      )}
      ${form('other', 'JSON', ({ area }) =>
        area('Message as JSON', 'json', '{"message_type": "other", "payload": {"text": "Something else"}}'),
      )}
    </details>`
}
