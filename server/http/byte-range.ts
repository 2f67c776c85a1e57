/** The part that a `Range` header asks for, its end included. `undefined`: all of it. `null`: there is no such part. */
export function readRange(
  header: string | undefined,
  size: number,
): [from: number, to: number] | undefined | null {
  const asked = /^bytes=(\d*)-(\d*)$/u.exec(header ?? '')
  const [, first = '', last = ''] = asked ?? []
  if (first === '' && last === '') return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last))
  return from > to ? null : [from, to]
}
