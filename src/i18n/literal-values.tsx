import { I18n, i18n, type MessageDescriptor, type MessageOptions } from '@lingui/core'
import { type TransProps, useLingui } from '@lingui/react'
import { cloneElement, type ReactElement, type ReactNode } from 'react'

/*
 * What is put into a sentence (a game's name, a bank account's) stands in it as it is. Lingui's own `Trans` puts the values in
 * first and looks for elements afterwards, so that `<0/>` in a value becomes one of the sentence's elements.
 */

type Values = Record<string, unknown>
type Parts = Record<string, ReactElement<{ children?: ReactNode }>>

const tag = /<(\w+)>(.*?)<\/\1>|<(\w+)\/>/su

/** The sentence with its elements and values in their places. */
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
 * Every `Trans` and `Plural` of the app: lingui.config.ts names it to the macro. A value that is no number is a part of its own.
 *
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

/** Lingui reads `\x41` in a whole sentence as a letter: a value's backslash is written so. */
const escaped = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', '\\x5c') : value,
    ]),
  )

/** Every `t`, `msg` and `plural`. */
i18n._ = i18n.t = (id: MessageDescriptor | string, values: Values = {}, options?: MessageOptions) => {
  const said = typeof id === 'string' ? { ...options, id, values } : { values, ...id }
  return I18n.prototype._.call(i18n, said.id, escaped(said.values), said)
}
