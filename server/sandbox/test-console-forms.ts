import * as fc from 'fast-check'
import { type Seen, seenOf, strangeTexts } from '../http/test-fuzz-values.ts'

interface Field {
  name: string
  /** The values to choose from, or the preset one. */
  values: string[]
}

interface ConsoleForm {
  action: string
  isMultipart: boolean
  fields: Field[]
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const attribute = (tag: string, name: string): string | undefined => {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`, 'u').exec(tag) ?? []
  return value === undefined ? undefined : unescaped(value)
}

/** What a browser makes of a textarea: HTML drops a newline that begins it. */
const textIn = (rest: string): string => unescaped(rest.replace(/<\/textarea>[^]*$/u, '').replace(/^\n/u, ''))

/** The forms on one of the console's pages. */
export function formsOn(html: string): ConsoleForm[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gsu)].map(([, head = '', inside = '']) => {
    const fields = new Map<string, string[]>()
    for (const [tag, kind, rest = ''] of inside.matchAll(
      /<(input|select|textarea|button)\b[^>]*>([^]*?)(?=<(?:input|select|textarea|button)\b|$)/gu,
    )) {
      const start = tag.slice(0, tag.indexOf('>') + 1)
      const name = attribute(start, 'name')
      if (name === undefined) continue
      const options = [...rest.matchAll(/<option\b([^>]*)>([^<]*)/gu)].map(
        ([, option = '', words = '']) => attribute(option, 'value') ?? words,
      )
      const value = attribute(start, 'value') ?? (/\schecked\b/u.test(start) ? 'on' : undefined)
      const values =
        kind === 'select'
          ? options
          : kind === 'textarea'
            ? [textIn(rest)]
            : value === undefined
              ? []
              : [value]
      fields.set(name, [...(fields.get(name) ?? []), ...values])
    }
    return {
      action: attribute(head, 'action') ?? '',
      isMultipart: head.includes('multipart/form-data'),
      fields: [...fields].map(([name, values]) => ({ name, values })),
    }
  })
}

/** What the form sends if nobody fills in anything. */
const sentBy = ({ fields }: ConsoleForm): Record<string, string> =>
  Object.fromEntries(fields.map(({ name, values }) => [name, values[0] ?? '']))

/** What the page's form with this address sends if nobody fills in anything. */
export function fieldsOf(html: string, action: string): Record<string, string> {
  const form = formsOn(html).find((one) => one.action === action)
  if (!form) throw new Error(`There is no form of ${action}`)
  return sentBy(form)
}

/** What the form sends that confirms what the page shows. */
export function confirmingIn(html: string): Record<string, string> | undefined {
  const form = formsOn(html).find(({ fields }) => fields.some(({ name }) => name === 'shown'))
  return form && sentBy(form)
}

/** What the form of a transfer says that the operator was shown. */
export const listedIn = (html: string, action: string, id: string): string =>
  formsOn(html)
    .find((form) => form.action === action && form.fields.some(({ values }) => values.includes(id)))
    ?.fields.find(({ name }) => name === 'listed')?.values[0] ?? ''

/** The console's pages that this one links to. */
export const linksOn = (html: string): string[] =>
  [...html.matchAll(/href="(\/sandbox[^"#]*)/gu)].map(([, path = '']) => path.replaceAll('&amp;', '&'))

/** The address of the next part of this list, by the page's link to it. */
export const nextOn = (html: string, list: string): string | undefined =>
  new RegExp(`href="([^"]*)#${list}">The next<`, 'u').exec(html)?.[1]?.replaceAll('&amp;', '&')

/** A form to submit; each of its fields keeps its value, or gets one seen before or a strange one. */
export interface FormSubmission {
  page: number
  form: number
  fills: ({ found: number } | { text: string } | Seen)[]
  headers: [string, string][]
}

export function formSubmissions(headers: fc.Arbitrary<[string, string][]>): fc.Arbitrary<FormSubmission> {
  const fill = fc.oneof(
    { weight: 6, arbitrary: fc.nat(100).map((found) => ({ found })) },
    { weight: 2, arbitrary: fc.constantFrom('phone', 'reference', 'code', '_id').chain(seenOf) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 100 }).map((amount) => ({ text: String(amount) })) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...strangeTexts, '99999999999', '0.001', '-5').map((text) => ({ text })),
    },
  )
  return fc.record({
    page: fc.nat(10_000),
    form: fc.nat(10_000),
    fills: fc.array(fill, { minLength: 8, maxLength: 8 }),
    headers,
  })
}
