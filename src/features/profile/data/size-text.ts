const kilobyte = 1000
const tenthOfMegabyte = 100_000

/** `640 KB`, from a megabyte on `3.4 MB`. Rounded up below, so that nothing but 0 shows as 0. */
export function sizeText(bytes: number): string {
  if (bytes > 999 * kilobyte) return `${Math.round(bytes / tenthOfMegabyte) / 10} MB`
  return `${Math.ceil(bytes / kilobyte)} KB`
}
