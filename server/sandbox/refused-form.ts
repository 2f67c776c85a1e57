import type { Context } from 'hono'
import type { ServerEnv } from '../http/server-env.ts'
import type { FlashCode } from './flash-messages.ts'
import type { Fields } from './form.ts'

/** A form that was refused: its page is shown again, with what was typed in it. */
export interface RefusedForm {
  /** Where it was sent, within its page. */
  path: string
  fields: Fields
  why: FlashCode
}

/** Shows the form's page. */
export type ShowAgain = (c: Context<ServerEnv>, refused: RefusedForm) => Response | Promise<Response>

/** What was typed in the form of this path, and of several the one that has sent these hidden fields. */
export const typedIn = (refused: RefusedForm | undefined, path: string, hidden: Fields = {}): Fields =>
  refused?.path === path && Object.entries(hidden).every(([name, value]) => refused.fields[name] === value)
    ? refused.fields
    : {}
