import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

interface Line {
  origin: string
  /** What happened so far. `bytes`: both ways. */
  counts(): { bytes: number; segments: number; lost: number; broken: number }
  close(): Promise<void>
}

export interface LineKind {
  /** Of the line, each way, in bit/s. All connections share it. */
  bitsPerSecond: number
  /** There and back, in ms. */
  roundTripMs: number
  /** The part of the segments that are lost, from 0 to 1. */
  loss: number
  /** The part of the lost segments with which the connection ends, from 0 to 1. */
  breaks: number
}

/** A segment's most bytes. */
const segmentBytes = 1400

/**
 * A line before a server on this machine. It carries bytes as TCP would over a network of this kind: a lost segment arrives a
 * retransmission timeout (two round trips) later, twice as late if that is lost too, and holds back all that follows on its connection.
 * A connection takes a round trip to open, and longer if that is lost. `draw` gives numbers from 0 to 1.
 */
export async function startLine(port: number, kind: LineKind, draw: () => number): Promise<Line> {
  const sockets = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()
  let [bytes, segments, lost, broken] = [0, 0, 0, 0]
  const after = (ms: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, ms)
    timers.add(timer)
  }
  /** The time that one segment loses by loss, in ms; undefined if the connection ends with it. */
  const drawDelay = (): number | undefined => {
    segments += 1
    let delay = 0
    for (let timeout = 2 * kind.roundTripMs; draw() < kind.loss; timeout *= 2) {
      lost += 1
      if (draw() < kind.breaks) return undefined
      delay += timeout
    }
    return delay
  }

  /** One way of the line: when it is free again, in ms since 1970. */
  const lane = () => {
    let freeAt = 0
    return (size: number) => {
      freeAt = Math.max(freeAt, Date.now()) + (size * 8000) / kind.bitsPerSecond
      return freeAt
    }
  }
  const [up, down] = [lane(), lane()]

  function carry(from: Socket, to: Socket, take: (size: number) => number, opensAt: number): void {
    let lastAt = opensAt
    let waiting = 0
    const end = () => {
      from.destroy()
      to.destroy()
    }
    from.on('data', (chunk: Buffer) => {
      for (let at = 0; at < chunk.length; at += segmentBytes) {
        const segment = chunk.subarray(at, at + segmentBytes)
        const delay = drawDelay()
        bytes += segment.length
        if (delay === undefined) {
          broken += 1
          after(Math.max(0, lastAt - Date.now()), end)
          return
        }
        lastAt = Math.max(lastAt, take(segment.length) + kind.roundTripMs / 2 + delay)
        waiting += 1
        // What the server sends waits in its own buffers, so that it sees how slow the line is.
        if (waiting > 40) from.pause()
        after(lastAt - Date.now(), () => {
          waiting -= 1
          if (waiting < 20) from.resume()
          if (!to.destroyed) to.write(segment)
        })
      }
    })
    from.on('end', () => after(Math.max(0, lastAt - Date.now()), () => to.end()))
    from.on('error', end)
    from.on('close', () => after(Math.max(0, lastAt - Date.now()), () => to.destroy()))
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    for (const socket of [near, far]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    const opensAt = Date.now() + kind.roundTripMs + (drawDelay() ?? 0)
    carry(near, far, up, opensAt)
    carry(far, near, down, opensAt)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    origin: `http://localhost:${address.port}`,
    counts: () => ({ bytes, segments, lost, broken }),
    async close() {
      for (const timer of timers) clearTimeout(timer)
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
