import { walletSide, type Side } from './transfer-rules.ts'

/** The accounts as a list to choose from. */
export function sideOptions(sides: readonly Side[], walletName: string) {
  return sides.map(({ code, name, logo }) =>
    code === walletSide
      ? { value: code, label: walletName, icon: 'wallet' as const }
      : { value: code, label: name ?? code, picture: logo || undefined, icon: 'play' as const },
  )
}

/** Where money may be put: a closed game can only be emptied. */
export const openSides = (sides: readonly Side[]) => sides.filter(({ closed }) => !closed)
