import { frameOf, opcodes, upgradeRequest } from './test-raw-socket.ts'

type Random = () => number

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const whole = (random: Random, max: number) => Math.floor(random() * max)
const noise = (random: Random, max: number) =>
  Buffer.from(Array.from({ length: whole(random, max) }, () => whole(random, 256)))

const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels)

/** Valid and almost valid JSON in place of data. */
function values(victim: string): string[] {
  return [
    'null',
    'true',
    '""',
    '0',
    '-1',
    '1e999',
    '{}',
    '[]',
    '{',
    '[[',
    '"\\ud800"',
    '"\\u0000"',
    'undefined',
    'NaN',
    `"${'x'.repeat(12_000)}"`,
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"token":{"$ne":""}}',
    '{"token":["a"],"guestId":{}}',
    `{"guestId":"${victim}\\u0000"}`,
    `{"guestId":["${victim}"]}`,
    `{"userId":"${victim}"}`,
    `{"pid":"${victim}","offset":"0-0"}`,
    '{"_placeholder":true,"num":0}',
    '[{"_placeholder":true,"num":-1}]',
    '{"_placeholder":true,"num":"length"}',
    deep('[', ']', 7000),
    deep('{"a":', '}', 2000),
  ]
}

/** Events that only the server may send. */
const events = (victim: string): string[] =>
  [
    'join',
    'messaging',
    'wallet',
    'read',
    'leave',
    'disconnect',
    'disconnecting',
    'connect',
    'connection',
    'connect_error',
    'newListener',
    'removeListener',
    'error',
    '__proto__',
    'constructor',
    'toString',
  ].flatMap((name) => [
    `["${name}","champa-${victim}"]`,
    `["${name}",["champa-${victim}"]]`,
    `["${name}",{"toString":"champa-${victim}"}]`,
    `["${name}","owner:${victim}"]`,
    `["${name}"]`,
  ])

const heads = [
  '',
  '0',
  '1',
  '2',
  '2probe',
  '3',
  '5',
  '6',
  '7',
  'b',
  'bAAAA',
  '4',
  '40',
  '41',
  '42',
  '43',
  '44',
  '45',
  '46',
  '47',
  '49',
]
const numbers = [
  '',
  '0',
  '7',
  '99999999999999999999',
  '-',
  '1-',
  '2-',
  '11-',
  '999999999-',
  '1-5',
  '/admin,',
  '/,',
  '/__proto__,',
  ',',
]

/** A packet that no app sends over an open websocket. */
export function malformedPacket(random: Random, victim: string): Buffer {
  const data = () => pick(random, [...values(victim), ...events(victim)])
  const text = () =>
    pick(random, heads) + pick(random, numbers) + pick(random, [data(), `["join",${data()}]`, ''])
  const kinds: (() => Buffer)[] = [
    () => frameOf(text()),
    () => frameOf(text()),
    () => frameOf(text()),
    // Well-formed, but with somebody else's room.
    () => frameOf(`42${whole(random, 9)}${pick(random, events(victim))}`),
    () => frameOf(`45${whole(random, 12)}-["join",{"_placeholder":true,"num":${whole(random, 3) - 1}}]`),
    () => frameOf(noise(random, 2000), { opcode: opcodes.binary }),
    () => frameOf(noise(random, 200)),
    () => frameOf(text(), { opcode: whole(random, 16) }),
    () => frameOf(text(), { reserved: 1 + whole(random, 7) }),
    () => frameOf(text(), { masked: false }),
    () => frameOf(text(), { fin: false, opcode: pick(random, [0, 1, 8, 9]) }),
    () => frameOf(text(), { length: pick(random, [0, 1, 125, 126, 65_535, 20_000, 2 ** 31, 2 ** 52]) }),
    () => frameOf('x'.repeat(17_000 + whole(random, 50_000))),
    () => frameOf(noise(random, 300), { opcode: pick(random, [opcodes.close, opcodes.ping, opcodes.pong]) }),
    () => noise(random, 3000),
  ]
  return pick(random, kinds)()
}

/** A first request that no browser sends. */
export function malformedRequest(random: Random, victim: string): string | Buffer {
  const path = pick(random, [
    '/socket.io/',
    '/socket.io/?EIO=3&transport=websocket',
    '/socket.io/?EIO=4&transport=polling',
    '/socket.io/?EIO=4&transport=__proto__',
    '/socket.io/?EIO=4&transport=constructor',
    '/socket.io/?EIO=4&transport=websocket&sid=../../etc/passwd',
    `/socket.io/?EIO=4&transport=websocket&guestId=${victim}`,
    '/socket.io/?__proto__[polluted]=1&EIO=4&transport=websocket',
    '/socket.io/%00%ff?EIO=4&transport=websocket',
    '//[',
    'http://[',
  ])
  return pick(random, [
    () => upgradeRequest(path),
    () => upgradeRequest(path).replace(/Sec-WebSocket-Key:.*/u, 'Sec-WebSocket-Key: short'),
    () => upgradeRequest().replace('Version: 13', 'Version: 999'),
    () => upgradeRequest().replace('Upgrade: websocket', `Upgrade: ${'h'.repeat(20_000)}`),
    () =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999\r\n\r\n42["join","champa-${victim}"]`,
    () => noise(random, 2000),
  ])()
}
