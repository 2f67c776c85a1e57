import { lazy, Suspense, useSyncExternalStore } from 'react'
import { errorDialogText, onErrorDialog } from '#errors/error-dialog.ts'

const ErrorDialog = lazy(() =>
  import('./-error-dialog.tsx').then(({ ErrorDialog }) => ({ default: ErrorDialog })),
)

export function ErrorDialogHost() {
  const text = useSyncExternalStore(onErrorDialog, errorDialogText)
  if (text === undefined) return null
  return (
    <Suspense>
      <ErrorDialog text={text} />
    </Suspense>
  )
}
