interface ByteRange {
  start: number
  /** The index of the last byte, inclusive. */
  end: number
}

/**
 * The part of a file of `size` bytes that a `Range` header asks for. Undefined means the whole file, also for several
 * ranges or unknown units. `unsatisfiable`: the range lies outside the file.
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
