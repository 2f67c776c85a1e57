import { toJsonSchema } from '@valibot/to-json-schema'
import type { Call } from '#api/contract/call.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'reply' in value

const modules = import.meta.glob<Record<string, unknown>>(['../../src/api/contract/*.ts', '!**/*.test.ts'], {
  eager: true,
})

/** Every call in the contract, whether or not it has a route. */
export const contractCalls: readonly Call[] = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((value) => isCall(value))

/** The call's address with this value for each parameter, unencoded. */
export const addressOf = (call: Call, value = 'SOME'): string => call.path.replaceAll(/:\w+\??/gu, value)

/** The names of a body's fields; `objects`: only of those fields that are objects themselves. */
export function fieldsOf(call: Call): { all: string[]; required: string[]; objects: string[] } {
  const { properties = {}, required = [] } = toJsonSchema(call.body as Parameters<typeof toJsonSchema>[0], {
    typeMode: 'input',
    errorMode: 'ignore',
  })
  const isObject = (field: unknown) => (field as { type?: string }).type === 'object'
  const objects = Object.keys(properties).filter((name) => isObject(properties[name]))
  return { all: Object.keys(properties), required, objects }
}
