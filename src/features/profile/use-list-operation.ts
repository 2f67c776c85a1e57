import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { OperationCall } from '#operations/operations.ts'
import { type Operation, useOperation } from '#operations/use-operation.ts'
import { toast } from '#ui/message/toast.ts'

interface ListOperation {
  /** Fetches the list again: after a lost answer it shows the outcome. */
  refetch: (queryClient: QueryClient) => Promise<unknown>
  /** Announces a success, once the list shows it. */
  done?: string
  /** Called before the list is fetched again. */
  onEnd?: () => void
  /** Called once the list is fetched again, unless the operation failed. `isDone` is false after a lost answer. */
  onListed?: (isDone: boolean) => void
}

/** An operation that changes what a list shows. */
export function useListOperation<C extends OperationCall>(
  call: C,
  { refetch, done, onEnd, onListed }: ListOperation,
): Operation<C> {
  const queryClient = useQueryClient()
  return useOperation(call, {
    announce: true,
    async onResult({ status }) {
      onEnd?.()
      await refetch(queryClient)
      if (status === 'done' && done !== undefined) toast({ tone: 'jade', icon: 'check', title: done })
      if (status !== 'failed') onListed?.(status === 'done')
    },
  })
}
