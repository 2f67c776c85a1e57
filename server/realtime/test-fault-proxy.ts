import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface FaultProxy {
  readonly origin: string
  /** Stops injecting faults, and closes what is open: everybody reconnects over a good connection. */
  calm(): void
  /** How often each fault happened. */
  readonly done: Record<Mischief, number>
  close(): Promise<void>
}

type Mischief = 'lostRequest' | 'lostAnswer' | 'cut' | 'dropped' | 'doubled' | 'swapped'

/** Random numbers from 0 to 1, the same sequence for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const MAX_DELAY = 8

/**
 * A bad network between apps and servers, which forwards to any of these ports that answers. It delays everything, loses
 * requests before and answers after they reached the server, cuts connections, and drops, duplicates and reorders the events of
 * a websocket.
 */
export async function openFaultProxy(ports: () => readonly number[], seed: number): Promise<FaultProxy> {
  const random = createRandom(seed)
  const done = { lostRequest: 0, lostAnswer: 0, cut: 0, dropped: 0, doubled: 0, swapped: 0 }
  const open = new Set<Socket>()
  let isCalm = false
  const happens = (mischief: Mischief, chance: number): boolean => {
    if (isCalm || random() >= chance) return false
    done[mischief] += 1
    return true
  }

  const server = createServer((client) => {
    const all = ports()
    const upstream = connect(all[Math.floor(random() * all.length)] ?? 0, '127.0.0.1')
    const end = () => {
      client.destroy()
      upstream.destroy()
      open.delete(client)
    }
    open.add(client)
    for (const side of [client, upstream]) {
      side.setNoDelay(true)
      side.on('error', end)
      side.on('close', end)
    }
    // Later bytes must not overtake earlier ones, however long those were delayed.
    const towards = (side: Socket) => {
      let free = 0
      return (bytes: Buffer) => {
        if (isCalm) return void side.write(bytes)
        free = Math.max(free, Date.now() + random() * MAX_DELAY)
        setTimeout(() => side.destroyed || side.write(bytes), free - Date.now())
      }
    }
    const toServer = towards(upstream)
    const toClient = towards(client)
    let frames: ((bytes: Buffer) => void) | undefined
    let isAnswerLost = false

    client.on('data', (bytes) => {
      const head = bytes.subarray(0, 400).toString('latin1')
      const isRequest = /^(?:POST|PUT) /u.test(head)
      if (head.startsWith('GET /socket.io/')) frames = roughFrames(toClient, happens, end)
      if (isRequest && happens('lostRequest', 0.03)) return end()
      if (isRequest) isAnswerLost = happens('lostAnswer', 0.05)
      toServer(bytes)
    })
    upstream.on('data', (bytes) => {
      if (isAnswerLost) end()
      else if (frames) frames(bytes)
      else toClient(bytes)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const breakAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    done,
    calm: () => {
      isCalm = true
      breakAll()
    },
    close: async () => {
      breakAll()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

/** Parses the server's websocket frames and injects faults into those that carry an event. */
function roughFrames(
  send: (bytes: Buffer) => void,
  happens: (mischief: Mischief, chance: number) => boolean,
  end: () => void,
): (bytes: Buffer) => void {
  let waiting = Buffer.alloc(0)
  let isOpen = false
  let held: Buffer | undefined
  return (bytes) => {
    waiting = Buffer.concat([waiting, bytes])
    if (!isOpen) {
      const bodyAt = waiting.indexOf('\r\n\r\n') + 4
      if (bodyAt < 4) return
      send(waiting.subarray(0, bodyAt))
      waiting = waiting.subarray(bodyAt)
      isOpen = true
    }
    for (let size = frameSize(waiting); size !== undefined; size = frameSize(waiting)) {
      const frame = waiting.subarray(0, size)
      waiting = waiting.subarray(size)
      const isEvent = frame.subarray(2, 8).includes('42[')
      if (!isEvent) {
        send(frame)
        continue
      }
      if (happens('cut', 0.01)) return end()
      if (happens('dropped', 0.02)) continue
      if (held === undefined && happens('swapped', 0.05)) {
        held = frame
        continue
      }
      send(frame)
      if (happens('doubled', 0.05)) send(frame)
      if (held) send(held)
      held = undefined
    }
  }
}

/** The length of the first frame, if it is complete. */
function frameSize(bytes: Buffer): number | undefined {
  if (bytes.length < 2) return undefined
  const short = (bytes[1] ?? 0) & 127
  const head = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < head) return undefined
  const size =
    short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  return bytes.length < head + size ? undefined : head + size
}
