import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

export const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

interface Frame {
  opcode?: number
  fin?: boolean
  /** The three reserved bits, which must be zero. */
  reserved?: number
  masked?: boolean
  /** The length in the header, whatever the payload's is. */
  length?: number
}

/** A websocket frame, valid or not. */
export function frameOf(payload: string | Buffer, frame: Frame = {}): Buffer {
  const { opcode = opcodes.text, fin = true, reserved = 0, masked = true } = frame
  const body = Buffer.from(payload)
  const length = frame.length ?? body.length
  const first = (fin ? 128 : 0) | ((reserved & 7) << 4) | (opcode & 15)
  const maskBit = masked ? 128 : 0
  const head =
    length < 126
      ? Buffer.from([first, maskBit | length])
      : length < 65_536
        ? Buffer.from([first, maskBit | 126, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([first, maskBit | 127]), bigEndian(length)])
  if (!masked) return Buffer.concat([head, body])
  const mask = randomBytes(4)
  return Buffer.concat([head, mask, body.map((byte, index) => byte ^ (mask[index & 3] ?? 0))])
}

function bigEndian(length: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(length))
  return bytes
}

export const upgradeRequest = (path = '/socket.io/?EIO=4&transport=websocket'): string =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    '\r\n',
  ].join('\r\n')

/** A TCP connection on which any bytes can be sent. */
export class RawSocket {
  readonly socket: Socket
  said = ''
  #heard: (() => void)[] = []

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1')
    this.socket.on('error', () => {})
    this.socket.on('data', (bytes) => {
      // This much is enough to wait for an answer in; the rest is never read.
      this.said = (this.said + bytes.toString('latin1')).slice(-4000)
      this.#wake()
    })
    this.socket.on('close', () => this.#wake())
  }

  get isOpen(): boolean {
    return !this.socket.closed && !this.socket.destroyed && this.socket.writable
  }

  #wake() {
    for (const heard of this.#heard.splice(0)) heard()
  }

  /** False if the other side disconnected without sending it. */
  async hears(words: string): Promise<boolean> {
    while (!this.said.includes(words)) {
      if (this.socket.closed) return false
      await new Promise<void>((resolve) => this.#heard.push(resolve))
    }
    this.said = ''
    return true
  }

  write(bytes: string | Buffer): void {
    if (this.isOpen) this.socket.write(bytes)
  }

  /** Opens the websocket, and with `auth` the chat. */
  async open(auth?: object): Promise<boolean> {
    this.write(upgradeRequest())
    if (!(await this.hears('"sid"'))) return false
    if (auth === undefined) return true
    this.write(frameOf(`40${JSON.stringify(auth)}`))
    return this.hears('"sid"')
  }

  close(): void {
    this.socket.destroy()
  }
}
