import { I18n, i18n, type MessageDescriptor, type MessageOptions } from '@lingui/core'
import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

/*
 * What is put into a sentence (a game's name, a bank account's) stands in it as it is. Lingui puts the values in first and
 * reads the whole sentence afterwards: `<0/>` in a value would become one of the sentence's elements, and `\x41` a letter.
 */

type Values = Record<string, unknown>

const mapTexts = (values: Values, map: (text: string) => unknown): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? map(value) : value]),
  )

/**
 * Every `Trans` and `Plural` of the app: lingui.config.ts names it to the macro. Lingui keeps the place of a value that is no
 * text by an element of its own, and a list with the text in it is none.
 *
 * @public
 */
export const Trans = ({ values, ...rest }: TransProps) => (
  <LinguiTrans {...rest} {...(values && { values: mapTexts(values, (text) => [text]) })} />
)

const escaped = (values: Values) => mapTexts(values, (text) => text.replaceAll('\\', '\\x5c'))

/** Every `t`, `msg` and `plural`. */
i18n._ = i18n.t = (id: MessageDescriptor | string, values: Values = {}, options?: MessageOptions) => {
  const said = typeof id === 'string' ? { ...options, id, values } : { values, ...id }
  return I18n.prototype._.call(i18n, said.id, escaped(said.values), said)
}
