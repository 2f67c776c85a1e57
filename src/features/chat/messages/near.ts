export interface Near {
  /** Says at once and whenever it changes whether the element is near the window of its scroller. Gives what ends it. */
  watch(element: Element, told: (isNear: boolean) => void): () => void
}

/** How far outside the window something still counts as near. */
const margin = '800px 0px'

/** One observer for all that is in a scroller. It is gone with the last one watched. */
export function createNear(scroller: string): Near {
  const told = new Map<Element, (isNear: boolean) => void>()
  let observer: IntersectionObserver | undefined
  return {
    watch(element, tell) {
      observer ??= new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) told.get(target)?.(isIntersecting)
        },
        { root: element.closest(scroller), rootMargin: margin },
      )
      told.set(element, tell)
      observer.observe(element)
      return () => {
        told.delete(element)
        observer?.unobserve(element)
        if (told.size > 0) return
        observer?.disconnect()
        observer = undefined
      }
    },
  }
}
