import { createContext, useContext } from 'react'

/** Leads to the slip upload; undefined where nothing can. */
export const OpenSlipUpload = createContext<(() => void) | undefined>(undefined)

export const useOpenSlipUpload = () => useContext(OpenSlipUpload)
