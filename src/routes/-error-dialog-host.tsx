import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { errorDialogAtom } from '#errors/error-dialog.ts'

const ErrorDialog = lazy(() =>
  import('./-error-dialog.tsx').then(({ ErrorDialog }) => ({ default: ErrorDialog })),
)

export function ErrorDialogHost() {
  const text = useAtomValue(errorDialogAtom)
  if (text === undefined) return null
  return (
    <Suspense>
      <ErrorDialog text={text} />
    </Suspense>
  )
}
