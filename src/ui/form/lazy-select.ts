import { lazyPart } from '#ui/lazy-part.tsx'

/** `Select` in a file of its own. */
export const LazySelect = lazyPart(async () => (await import('./select.tsx')).Select<string>)
