/** What `asked` ends with; if it takes longer than `ms`, what `late` returns or throws. No timer is left behind. */
export async function inTime<T, Late>(asked: Promise<T>, ms: number, late: () => Late): Promise<T | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    return await Promise.race([asked, timeout.then(late)])
  } finally {
    clearTimeout(timer)
  }
}
