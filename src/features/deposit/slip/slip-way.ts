import { createContext, useContext } from 'react'

/** Leads to the slip upload; undefined where nothing can. */
export const SlipWay = createContext<(() => void) | undefined>(undefined)

export const useSlipWay = () => useContext(SlipWay)
