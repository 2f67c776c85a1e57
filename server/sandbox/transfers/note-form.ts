import { hiddenFields, markup, type Markup } from '../markup.ts'

/** Characters of what staff say became of what they have settled outside the books. */
export const MAX_REASON = 500

/** Where staff note how they have settled what the books have none of. `fields`: what it is, as the page shows it. */
export const noteForm = (action: string, fields: Record<string, string>): Markup =>
  markup`<form method="post" action="${action}">
    ${hiddenFields(fields)}<label>What became of it <input name="reason" maxlength="${MAX_REASON}" required autocomplete="off" /></label>
    <button>Settled outside the books</button>
  </form>`
