import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { errorDialogAtom } from '#errors/error-dialog.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

const ErrorDialog = lazyPart(async () => (await import(/* offline */ './-error-dialog.tsx')).ErrorDialog)

export function ErrorDialogHost() {
  const text = useAtomValue(errorDialogAtom)
  if (text === undefined) return null
  return (
    <Suspense>
      <ErrorDialog text={text} />
    </Suspense>
  )
}
