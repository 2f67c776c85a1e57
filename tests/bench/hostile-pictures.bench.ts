import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import {
  cornersEverywhere,
  interlacedBomb,
  pngOf,
  progressiveJpeg,
} from '../../server/files/test-pictures.ts'
import { callApi, registerMember, type TestMember } from '../support/members.ts'
import { Sandbox } from '../support/sandbox.ts'
import { startServer } from '../support/server.ts'
import type { Bench, BenchTable } from './bench.ts'

const ROUNDS = 3
const WANTED_MS = 5000
const WANTED_MIB = 300

/** The files that pass the check of their headers and cost the most CPU and memory to decode. */
const hostile = [
  cornersEverywhere(),
  pngOf({ edge: 5000, isInterlaced: true, mib: 100 }),
  progressiveJpeg(5000, 100),
  interlacedBomb(),
]

/** The peak memory of every decoding process in MiB; known on Linux only. */
function watchDecoders(): { stop: () => number } {
  const peaks = new Map<string, number>()
  const look = () => {
    for (const id of readdirSync('/proc').filter((name) => /^\d+$/u.test(name))) {
      try {
        if (!readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('read-qr-process')) continue
        const [, kib] = /VmHWM:\s+(\d+)/u.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? []
        peaks.set(id, Math.max(peaks.get(id) ?? 0, Number(kib ?? 0) / 1024))
      } catch {
        // The process ended meanwhile.
      }
    }
  }
  const timer = setInterval(look, 20)
  return {
    stop: () => {
      clearInterval(timer)
      return Math.max(...peaks.values())
    },
  }
}

async function upload(
  origin: string,
  { token }: TestMember,
  picture: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const body = new FormData()
  body.set('file', new File([picture], 'slip'))
  const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() }
  const response = await fetch(`${origin}/api/wallet/slip`, { method: 'POST', body, headers })
  const reply = (await response.json()) as { reference?: string }
  if (!reply.reference) throw new Error(`The slip was not taken: ${JSON.stringify(reply)}`)
  return reply.reference
}

/** Makes a transfer at the sandbox's bank, and returns its slip. */
async function transferSlip(origin: string, { phone }: TestMember): Promise<Uint8Array<ArrayBuffer>> {
  const body = new URLSearchParams({ phone, amount: '100' })
  const made = await fetch(`${origin}/sandbox/slips/make`, { method: 'POST', body, redirect: 'manual' })
  const slip = new URL(made.headers.get('location') ?? '', origin).searchParams.get('slip')
  const picture = await fetch(`${origin}/sandbox/slips/picture/${slip}.png`)
  return new Uint8Array(await picture.arrayBuffer())
}

async function statusesOf(origin: string, { token }: TestMember): Promise<string[]> {
  const { slips } = await callApi(origin, 'POST', '/api/statement/slip', { page: 1, limit: 50 }, token)
  return (slips as { status: string }[]).map(({ status }) => status)
}

async function run(): Promise<BenchTable> {
  const server = await startServer()
  const { origin } = server
  const watch = watchDecoders()
  try {
    const rows: string[][] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const attacker = await registerMember(new Sandbox(origin))
      const member = await registerMember(new Sandbox(origin))
      const slip = await transferSlip(origin, member)
      const twelve = Array.from({ length: 12 }, (_, index) => hostile[index % hostile.length] ?? slip)
      await Promise.all(twelve.map((picture) => upload(origin, attacker, picture)))
      const began = performance.now()
      await upload(origin, member, slip)
      let status = 'PROCESSING'
      while (status === 'PROCESSING') {
        ;[status = ''] = await statusesOf(origin, member)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      const ms = performance.now() - began
      const waiting = async () =>
        (await statusesOf(origin, attacker)).filter((one) => one === 'PROCESSING').length
      const left = await waiting()
      while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 200))
      const all = performance.now() - began
      rows.push([
        String(round),
        status,
        ms.toFixed(0),
        String(left),
        (all / 1000).toFixed(1),
        ms <= WANTED_MS ? 'yes' : 'no',
      ])
    }
    const peak = watch.stop()
    return {
      heads: [
        'round',
        'status',
        'decided after, ms',
        'hostile slips left',
        'all decided after, s',
        'reached',
      ],
      rows,
      note: `Wanted: decided within ${WANTED_MS / 1000} s. The decoders' peak memory was ${peak.toFixed(0)} MiB; wanted: under ${WANTED_MIB} MiB (${peak < WANTED_MIB ? 'reached' : 'not reached'}). The machine's load average was ${(loadavg()[0] ?? 0).toFixed(1)}.`,
    }
  } finally {
    watch.stop()
    await server.dispose()
  }
}

export const bench: Bench = {
  about:
    "One member's twelve hostile slips are queued (finder patterns of QR codes all over, 25 interlaced megapixels, 25 megapixels in a hundred scans, and 1.5 MB that inflate to 1.5 GB, in turn) when another member uploads a genuine one. Measured from the upload until the list shows its status.",
  run,
}
