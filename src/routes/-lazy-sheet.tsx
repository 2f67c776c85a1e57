import { lazy, type ReactNode } from 'react'

const failed = new Set<() => void>()

/** Like React's `lazy`, which never asks again for what it once could not get; this does, after `askAgain`. */
export function lazySheet<Props extends object>(load: () => Promise<(props: Props) => ReactNode>) {
  const attempt = async () => {
    try {
      return { default: await load() }
    } catch (error) {
      failed.add(() => (Part = lazy(attempt)))
      throw error
    }
  }
  let Part = lazy(attempt)
  return (props: Props) => <Part {...props} />
}

/** What could not be had is asked for anew when it is next wanted. */
export function askAgain(): void {
  for (const forget of failed) forget()
  failed.clear()
}
