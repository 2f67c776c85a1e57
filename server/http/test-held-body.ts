import { randomUUID } from 'node:crypto'
import type { Call } from '#api/contract/call.ts'
import type { TestApp } from './test-app.ts'

/** Sends a call whose body comes only when the server has read who sent it, and after `meanwhile`. */
export async function holdBack(
  { app }: Pick<TestApp, 'app'>,
  token: string,
  call: Call,
  { body, key = randomUUID() }: { body: unknown; key?: string },
  meanwhile: () => Promise<unknown>,
) {
  const held = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        await meanwhile()
        stream.enqueue(Buffer.from(JSON.stringify(body)))
        stream.close()
      },
    },
    // Asked for only by whoever reads it.
    { highWaterMark: 0 },
  )
  const answer = await app.request(call.path, {
    method: call.method,
    headers: { Authorization: `Bearer ${token}`, ...(call.changes && { 'Idempotency-Key': key }) },
    body: held,
    duplex: 'half',
  } as RequestInit)
  return { status: answer.status, body: (await answer.json()) as object }
}
