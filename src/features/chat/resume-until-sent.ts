import type { QueryClient } from '@tanstack/react-query'
import { retryUntilDone } from '#lib/retry-until-done.ts'
import { onBack } from '#pwa/use-connection.ts'

let stop: (() => void) | undefined

/** Sends what an earlier visit left, until that has worked: offline the file may be missing, and who the member is. */
export function resumeUntilSent(queryClient: QueryClient): void {
  stop?.()
  stop = retryUntilDone(
    () => import('./chat-resume.ts').then(({ resumeSending }) => resumeSending(queryClient)),
    onBack,
  )
}
