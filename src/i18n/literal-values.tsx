import { I18n, i18n, type MessageDescriptor, type MessageOptions } from '@lingui/core'
import { type TransProps, useLingui } from '@lingui/react'
import { cloneElement, type ReactElement, type ReactNode } from 'react'

/*
 * Values in a sentence (the name of a game or a bank account) are shown literally. Lingui's own `Trans` inserts the values first
 * and parses elements afterwards, so `<0/>` in a value would become one of the sentence's elements.
 */

type Values = Record<string, unknown>
type Parts = Record<string, ReactElement<{ children?: ReactNode }>>

const tag = /<(\w+)>(.*?)<\/\1>|<(\w+)\/>/su

/** Puts a sentence's elements and values in their places. */
function place(sentence: string, parts: Parts): ReactNode {
  const found = tag.exec(sentence)
  if (!found) return sentence
  const [whole, pair, inner, alone = ''] = found
  const part = parts[pair ?? alone]
  return (
    <>
      {sentence.slice(0, found.index)}
      {part ? cloneElement(part, undefined, inner ? place(inner, parts) : part.props.children) : inner}
      {place(sentence.slice(found.index + whole.length), parts)}
    </>
  )
}

/**
 * Every `Trans` and `Plural` of the app: lingui.config.ts points the macro here. A value that is not a number is rendered as a
 * node of its own.
 * @public
 */
export function Trans({ id, message, values, components }: TransProps): ReactNode {
  const { i18n } = useLingui()
  const parts: Parts = { ...components }
  const places: Values = {}
  for (const [name, value] of Object.entries(values ?? {})) {
    places[name] = typeof value === 'number' ? value : `<_${name}/>`
    parts[`_${name}`] = <>{value}</>
  }
  return place(i18n._(id, places, { message }), parts)
}

/** Lingui decodes `\x41` in the finished sentence, so a value's backslash is escaped. */
const escaped = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', '\\x5c') : value,
    ]),
  )

/** Used by every `t`, `msg` and `plural`. */
i18n._ = i18n.t = (id: MessageDescriptor | string, values: Values = {}, options?: MessageOptions) => {
  const said = typeof id === 'string' ? { ...options, id, values } : { values, ...id }
  return I18n.prototype._.call(i18n, said.id, escaped(said.values), said)
}
