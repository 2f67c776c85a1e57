export interface ByteRange {
  start: number
  /** The last byte, which belongs to it. */
  end: number
}

/**
 * The piece of `size` bytes that a `Range` header asks for. Undefined: the whole, as also for several pieces at once or
 * units nobody knows. `unsatisfiable`: there is nothing there.
 */
export function readByteRange(
  header: string | null | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', until = ''] = /^bytes=(\d*)-(\d*)$/u.exec(header ?? '') ?? []
  if (from === '' && until === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(until)) : Number(from)
  const end = from === '' || until === '' ? size - 1 : Math.min(Number(until), size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}
