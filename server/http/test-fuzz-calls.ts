import * as fc from 'fast-check'
import { type Schema, type Seen, seenOf, strangeTexts, valuesOf, type Written } from './test-fuzz-values.ts'

interface Described {
  operationId: string
  security?: unknown
  parameters: { name: string; in: 'path' | 'header' }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: object; examples?: object }> }>
}

/** The description that is published at `/api/openapi.json`. */
export interface Description {
  paths: Record<string, Record<string, Described>>
  components: object
}

export interface Operation {
  id: string
  method: string
  path: string
  params: string[]
  takesKey: boolean
  isMembers: boolean
  json: Schema | undefined
  isUpload: boolean
}

export function operationsOf({ paths }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const content = described.requestBody?.content ?? {}
      return {
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        params: described.parameters.filter((one) => one.in === 'path').map(({ name }) => name),
        takesKey: described.parameters.some(({ name }) => name === 'Idempotency-Key'),
        isMembers: described.security !== undefined,
        json: content['application/json']?.schema,
        isUpload: 'multipart/form-data' in content,
      }
    }),
  )
}

export type Body = { json: Written } | { raw: string } | { form: Part[]; isCut: boolean } | undefined
export interface Part {
  name: string
  fileName: string | undefined
  content: string
}

/** One call, before values seen in the server's replies are filled in. */
export interface FuzzedCall {
  operation: Operation
  method: string
  params: (string | Seen)[]
  body: Body
  /** The token to send: a member's by number, or an invalid one. */
  token: number | string | undefined
  /** `new` and `used` stand for such a key; anything else is sent as it is. */
  key: string | undefined
  headers: [name: string, value: string][]
  /** It is sent twice, unchanged. */
  twice: boolean
}

/** Any header value that HTTP allows, however strange. */
const headerText = fc.oneof(
  fc.string({
    unit: fc
      .integer({ min: 32, max: 255 })
      .filter((code) => code !== 127)
      .map((code) => String.fromCodePoint(code)),
    maxLength: 40,
  }),
  fc.constantFrom('', 'x'.repeat(4000), '%00', 'null', '__proto__=1', '"', ',', ';'.repeat(300)),
)

const headerNames = [
  'Accept',
  'Accept-Language',
  'Accept-Encoding',
  'Content-Encoding',
  'Cookie',
  'If-None-Match',
  'Origin',
  'Range',
  'Referer',
  'Sec-Fetch-Site',
  'User-Agent',
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  'X-Requester-Type',
]

export const strangeHeaders: fc.Arbitrary<[string, string][]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<[string, string][]>([]) },
  {
    weight: 1,
    arbitrary: fc.array<[string, string]>(
      fc.oneof(
        fc.tuple(fc.constantFrom(...headerNames), headerText),
        fc.tuple(
          fc.constant('Cookie'),
          headerText.map((text) => `device=${text}; locale=${text}`),
        ),
        fc.tuple(
          fc.constant('Content-Type'),
          fc.constantFrom(
            '',
            'text/plain',
            'application/json; charset=utf-16',
            'multipart/form-data',
            'multipart/form-data; boundary=""',
            'application/x-www-form-urlencoded',
            'x'.repeat(3000),
          ),
        ),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  },
)

const noJson = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'null',
    '[]',
    '{',
    '"',
    '{"a":1}}',
    '\uFEFF{}',
    '['.repeat(60_000),
    `{${'"a":1,'.repeat(9000)}"a":1}`,
    'x'.repeat(70_000),
  ),
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 100 }),
)

const pictures = ['GIF89a...', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff\xe0', '    ftypmp42', '<svg/>', '']
const parts: fc.Arbitrary<Part[]> = fc.oneof(
  { weight: 5, arbitrary: fc.array(partOf(), { maxLength: 3 }) },
  { weight: 1, arbitrary: partOf().map((part) => Array.from({ length: 2000 }, () => part)) },
)

function partOf(): fc.Arbitrary<Part> {
  return fc
    .record({
      name: fc.oneof(
        { weight: 4, arbitrary: fc.constant('file') },
        { weight: 1, arbitrary: fc.constantFrom(...strangeTexts) },
      ),
      fileName: fc.option(fc.constantFrom('a.png', 'a.mp4', ...strangeTexts)),
      content: fc.oneof(
        fc.constantFrom(...pictures, ...strangeTexts),
        fc.string({ unit: 'binary', maxLength: 500 }),
      ),
    })
    .map((part) => ({ ...part, fileName: part.fileName ?? undefined }))
}

const formBody = fc.record({
  form: parts,
  isCut: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
})

function bodiesOf({ json, isUpload }: Operation, isStrange: boolean): fc.Arbitrary<Body> {
  const right = json
    ? valuesOf(json, '', isStrange ? 10 : 0).map((written): Body => ({ json: written }))
    : isUpload
      ? formBody
      : fc.constant(undefined)
  if (!isStrange) return right
  const wrong = fc.oneof(
    noJson.map((raw) => ({ raw })),
    formBody,
  )
  return fc.oneof({ weight: 6, arbitrary: right }, { weight: 1, arbitrary: wrong })
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

/** Calls of an operation: most of them as an app might make them, the others as none does. */
export function callsOf(operation: Operation, members: number): fc.Arbitrary<FuzzedCall> {
  const wellMeant = manner(operation, members, false)
  return fc.oneof(
    { weight: 1, arbitrary: wellMeant },
    { weight: 1, arbitrary: manner(operation, members, true) },
  )
}

function manner(operation: Operation, members: number, isStrange: boolean): fc.Arbitrary<FuzzedCall> {
  const own = fc.nat(members - 1)
  const noToken = fc.oneof(fc.constantFrom(undefined, '', 'nonsense', 'x'.repeat(5000)), headerText)
  const noKey = fc.oneof(fc.constantFrom('', 'nonsense', 'x'.repeat(5000)), headerText)
  const good = operation.takesKey ? fc.constantFrom('new', 'new', 'used', undefined) : fc.constant(undefined)
  const param = (name: string) =>
    isStrange
      ? fc.oneof(
          { weight: 2, arbitrary: seenOf(name) },
          { weight: 1, arbitrary: fc.constantFrom(...strangeTexts) },
        )
      : seenOf(name)
  return fc.record({
    operation: fc.constant(operation),
    method: isStrange
      ? fc.oneof(
          { weight: 9, arbitrary: fc.constant(operation.method) },
          { weight: 1, arbitrary: fc.constantFrom(...methods) },
        )
      : fc.constant(operation.method),
    params: fc.tuple(...operation.params.map(param)),
    body: bodiesOf(operation, isStrange),
    token: isStrange
      ? fc.oneof({ weight: 4, arbitrary: own }, { weight: 1, arbitrary: noToken })
      : operation.isMembers
        ? own
        : fc.option(own, { nil: undefined }),
    key: isStrange ? fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: noKey }) : good,
    headers: isStrange ? strangeHeaders : fc.constant([]),
    twice: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  })
}
