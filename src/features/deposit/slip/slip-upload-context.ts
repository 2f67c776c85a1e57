import { createContext, useContext } from 'react'

/** Opens the slip upload; undefined where that is not possible. */
export const OpenSlipUpload = createContext<(() => void) | undefined>(undefined)

export const useOpenSlipUpload = () => useContext(OpenSlipUpload)
