import type { RouterHistory } from '@tanstack/react-router'

declare module '@tanstack/history' {
  interface HistoryState {
    /** This entry repeats the app's first one, so that Back has somewhere to go while a layer is open. */
    guard?: boolean
  }
}

/** Goes back from an added entry on which the app was reloaded: no layer is open any more. */
export function leaveGuardAfterReload(history: RouterHistory): void {
  const { location } = history
  if (location.state.guard && !opensSheet(location)) history.back()
}

/** Whether the address opens a sheet. */
export const opensSheet = ({ search }: { search: string }) => new URLSearchParams(search).has('open')
