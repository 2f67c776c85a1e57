export interface VisibilityObserver {
  /** Calls back at once and on every change with whether the element is near the scroller's viewport. Returns the unsubscribe function. */
  watch(element: Element, onChange: (isNear: boolean) => void): () => void
}

/** How far outside the viewport an element still counts as near. */
const margin = '800px 0px'

/** One IntersectionObserver for everything in a scroller; disconnected with the last watched element. */
export function createVisibilityObserver(scroller: string): VisibilityObserver {
  const callbacks = new Map<Element, (isNear: boolean) => void>()
  let observer: IntersectionObserver | undefined
  return {
    watch(element, onChange) {
      observer ??= new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) callbacks.get(target)?.(isIntersecting)
        },
        { root: element.closest(scroller), rootMargin: margin },
      )
      callbacks.set(element, onChange)
      observer.observe(element)
      return () => {
        callbacks.delete(element)
        observer?.unobserve(element)
        if (callbacks.size > 0) return
        observer?.disconnect()
        observer = undefined
      }
    },
  }
}
