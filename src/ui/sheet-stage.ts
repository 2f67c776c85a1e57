import { createContext, use } from 'react'

/**
 * How far a sheet is: `ready` has been made and is not seen yet, while a finger rests on what will open it; `gone` has left
 * the eye, and is taken away when there is time.
 */
export type SheetStage = 'ready' | 'open' | 'gone'

export const SheetStageContext = createContext<SheetStage>('open')

/** False in a sheet that has only been made ready: what takes hold of the phone, or measures itself, waits until it is seen. */
export const useIsSeen = (): boolean => use(SheetStageContext) !== 'ready'
