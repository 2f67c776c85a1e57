import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { describeError, type Logger } from '../log.ts'
import { UnexpectedError } from './unexpected-error.ts'
import { ApiError } from './api-error.ts'
import type { ServerEnv } from './server-env.ts'

export function answerWith(c: Context<ServerEnv>, body: unknown, status = 200): Response {
  return answerWithText(c, JSON.stringify(body), status)
}

/** `text`: the body, already JSON. */
export function answerWithText(c: Context<ServerEnv>, text: string, status: number): Response {
  return c.body(text, status as ContentfulStatusCode, { 'Content-Type': 'application/json' })
}

/** What callers see of an error: the code of an ApiError or UnexpectedError, and nothing of any other error. */
export function answerError(c: Context<ServerEnv>, error: unknown, log: Logger): Response {
  if (error instanceof HTTPException) return error.getResponse()
  if (error instanceof ApiError) return answerWith(c, error.body, error.status)
  log.error('failed', describeError(error))
  return answerWith(
    c,
    { message: error instanceof UnexpectedError ? error.code : 'INTERNAL_SERVER_ERROR' },
    500,
  )
}
