import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { describeError, type Logger } from '../log.ts'
import { mapDatabaseError } from './map-database-error.ts'
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

/** Sends a text while it is made: a piece is asked for when the connection takes more, and none once the reader has left. */
export async function answerWithPieces(
  c: Context<ServerEnv>,
  pieces: AsyncIterable<string>,
  type = 'text/plain',
): Promise<Response> {
  const rest = pieces[Symbol.asyncIterator]()
  const log = c.get('log')
  let next = await rest.next()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (next.done) return controller.close()
          controller.enqueue(encoder.encode(next.value))
          next = await rest.next()
        } catch (error) {
          // The answer has begun: only a connection that ends early says that it is not whole.
          log.error('download-failed', describeError(error))
          controller.error(error)
        }
      },
      cancel: async () => void (await rest.return?.()),
    },
    { highWaterMark: 0 },
  )
  return c.body(body, 200, { 'Content-Type': `${type}; charset=utf-8` })
}

/** Answers with the code of a refusal or of an UnexpectedError, and with no detail of any other error. */
export function answerError(c: Context<ServerEnv>, thrown: unknown, log: Logger): Response {
  if (thrown instanceof HTTPException) return thrown.getResponse()
  const error = mapDatabaseError(thrown) ?? thrown
  if (error instanceof ApiError) return answerWith(c, error.body, error.status)
  log.error('failed', describeError(error))
  return answerWith(
    c,
    { message: error instanceof UnexpectedError ? error.code : 'INTERNAL_SERVER_ERROR' },
    500,
  )
}
