import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of this machine that is not in use. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Whether this port of the machine is not in use. */
async function isFreePort(port: number): Promise<boolean> {
  const probe = createServer().listen(port)
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}

const reserved = new Set<number>()

/**
 * Reserves a free port, one of `count` from `from` on, for a server that may stop and come back to it: none is reserved twice by one
 * process, and none is in the system's ephemeral range, from which a client's connection could take it meanwhile.
 */
export async function reservePort(from = 20_000, count = 12_000): Promise<number> {
  for (;;) {
    const port = randomInt(from, from + count)
    if (reserved.has(port) || !(await isFreePort(port))) continue
    reserved.add(port)
    return port
  }
}
