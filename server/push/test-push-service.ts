import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { DAY, SECOND } from '../clock.ts'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

interface Answer {
  status: number
  headers?: Record<string, string>
}

/** A push service as in RFC 8030. Each `browser` subscribes with keys of its own and reads what it was sent. */
export async function openPushService() {
  const received: Received[] = []
  const answers = new Map<string, (times: number) => Answer | Promise<Answer>>()
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body: await buffer(request) })
      const times = received.filter((one) => one.path === path).length
      const created = { status: 201, headers: { Location: `/message/${received.length}` } }
      const { status, headers } = (await answers.get(path)?.(times)) ?? created
      response.writeHead(status, headers).end()
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
    browser() {
      const curve = createECDH('prime256v1')
      curve.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(6).toString('hex')}`
      const mine = () => received.filter((one) => one.path === path)
      return {
        subscription: {
          endpoint: origin + path,
          keys: { p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
        answers: (answer: (times: number) => Answer | Promise<Answer>) => answers.set(path, answer),
        requests: mine,
        messages: () =>
          mine().map(({ body }) => JSON.parse(decrypt(body, curve, auth)) as Record<string, unknown>),
      }
    },
  }
}

/** RFC 8291, one record. */
function decrypt(body: Buffer, curve: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + senderKey.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey])
  const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(senderKey), auth, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/** Whether the request is signed with this key for this service (RFC 8292), and for no longer than a day. */
export function isSignedBy(publicKey: string, origin: string, { headers }: Received): boolean {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/u.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const verifier = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number }
  return isRight && key === publicKey && aud === origin && exp * SECOND <= Date.now() + DAY
}
