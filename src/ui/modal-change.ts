interface ChangeDetails {
  event: Event
  cancel: () => void
}

/** Turns a modal's wish to close into `onClose`, unless work is under way or the tap was on a toast above it. */
export function closeBy(onClose: () => void, locked = false) {
  return (open: boolean, details: ChangeDetails) => {
    if (open) return
    const { target } = details.event
    if (locked || (target instanceof Element && target.closest('[data-toaster]'))) details.cancel()
    else onClose()
  }
}
