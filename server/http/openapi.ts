import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema'
import { type Call, memberErrors, sharedErrors } from '#api/contract/call.ts'
import { appVersion } from '#lib/version.ts'

type Schema = NonNullable<Call['body']>

/** Describes the calls as OpenAPI 3.1, generated from the schemas that validate them. */
export function describeCalls(calls: readonly Call[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    const path = call.path.replaceAll(/:(\w+)\??/gu, '{$1}')
    const operations = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) }
    // OpenAPI has no optional path parameters: the call is listed with and without it.
    if (call.path.endsWith('?')) {
      const shorter = path.replace(/\/\{\w+\}$/u, '')
      const bare = operationOf({
        ...call,
        id: `${call.id}WithoutLast`,
        path: call.path.replace(/\/:\w+\?$/u, ''),
      })
      paths[shorter] = { ...paths[shorter], [call.method.toLowerCase()]: bare }
    }
    paths[path] = operations
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Champa', version: appVersion },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ApiError: {
          type: 'object',
          required: ['message'],
          properties: { message: { type: 'string', description: 'A code, or a text to be shown as it is' } },
        },
      },
    },
  }
}

/** Every code that the call may answer with. */
export function errorsOf(call: Call): string[] {
  const errors = [...sharedErrors, ...(call.access === 'member' ? memberErrors : []), ...call.errors]
  return [...new Set(call.changes ? [...errors, 'IDEMPOTENCY_MISMATCH'] : errors)]
}

function operationOf(call: Call): object {
  const errors = errorsOf(call)
  return {
    operationId: call.id,
    tags: [call.path.split('/')[2]],
    ...(call.access === 'member' && { security: [{ bearer: [] }] }),
    parameters: parametersOf(call),
    ...bodyOf(call),
    responses: {
      200: {
        description: 'Done',
        content: { [call.download ?? 'application/json']: { schema: describe(call.reply, 'input') } },
      },
      default: {
        description: 'Refused',
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/ApiError' },
                { properties: { message: { anyOf: [{ enum: errors }, { type: 'string' }] } } },
              ],
            },
            examples: Object.fromEntries(errors.map((code) => [code, { value: { message: code } }])),
          },
        },
      },
    },
  }
}

function parametersOf(call: Call): object[] {
  const inPath = [...call.path.matchAll(/:(\w+)/gu)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', maxLength: 200 },
  }))
  if (!call.changes) return inPath
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', format: 'uuid' },
  }
  return [...inPath, key]
}

function bodyOf(call: Call): object {
  if (call.upload) {
    const file = { type: 'string', contentMediaType: 'application/octet-stream' }
    const schema = { type: 'object', required: ['file'], properties: { file } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!call.body) return {}
  const schema = describe(call.body, 'input')
  return { requestBody: { required: true, content: { 'application/json': { schema } } } }
}

function describe(schema: Schema, typeMode: ConversionConfig['typeMode']): object {
  // JSON Schema cannot express checks and transformations: the type beneath them is described.
  const { $schema: _, ...described } = toJsonSchema(schema, {
    typeMode,
    errorMode: 'ignore',
    target: 'draft-2020-12',
  })
  return described
}
