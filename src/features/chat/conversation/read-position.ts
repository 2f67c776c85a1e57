/** What was read is reported this many ms later, with what is read in the meantime. */
const reportAfterMs = 1000

interface ReadPosition {
  /** How far the person has read: a `positionOf` a message; 0 if that is not known. */
  upTo(): number
  /** Takes the server's position, unless one is known here. */
  begin(told: number): void
  /**
   * The member has read up to `position` on this device. Returns false and changes nothing if the server knows already that the agents'
   * newest message, at `seen`, was read.
   */
  read(position: number, seen: number): boolean
  /** The member has read up to here on another device. */
  readElsewhere(position: number): void
  forget(): void
  close(): void
}

/** How far a conversation was read, and how far the server knows of it. `report` tells the server. */
export function createReadPosition(report: () => Promise<unknown>): ReadPosition {
  let position = 0
  let reported = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(): void {
    const upTo = position
    report().then(
      () => {
        reported = Math.max(reported, upTo)
      },
      () => undefined,
    )
  }

  return {
    upTo: () => position,
    begin(told) {
      position ||= told
      reported = position
    },
    read(upTo, seen) {
      if (seen <= reported) return false
      position = Math.max(position, upTo)
      clearTimeout(timer)
      timer = setTimeout(tell, reportAfterMs)
      return true
    },
    readElsewhere(upTo) {
      position = Math.max(position, upTo)
      reported = Math.max(reported, upTo)
    },
    forget() {
      position = 0
      clearTimeout(timer)
    },
    close: () => clearTimeout(timer),
  }
}
