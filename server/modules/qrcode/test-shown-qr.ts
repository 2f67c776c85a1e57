import { eq } from 'drizzle-orm'
import { createQr } from '#api/contract/qrcode.ts'
import { qrCodes } from '../../database/schema/deposits.ts'
import type { Actor } from '../test-money-operation.ts'

export async function showQr({ server, member: { id, request } }: Actor) {
  await request(createQr, { params: { code: 'KBANK' }, body: { amount: 150 } })
  const [row] = await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, id))
  return { qrcodeId: row?.id ?? '', reference: row?.reference ?? '' }
}
