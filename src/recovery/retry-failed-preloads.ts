/**
 * Asks once more for each file whose preload failed, because of WebKit: it remembers the failure, also for the pages after this one,
 * and gives it to every page that preloads the file again and imports it before its load event; the import then fails without a
 * request (webkit.org/b/270357). A request of another kind, even one that fails, takes the place of what is remembered.
 */
export function retryFailedPreloads(): void {
  // The error of a link does not bubble.
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel.endsWith('preload'))
        fetch(target.href).catch(() => undefined)
    },
    true,
  )
}
