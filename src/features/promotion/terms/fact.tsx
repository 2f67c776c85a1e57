import type { ReactNode } from 'react'
import { Amount } from '#ui/amount.tsx'

interface FactProps {
  name: ReactNode
  satang: number
  stale?: boolean
}

/** A row of a list: what it is, and how much. */
export function Fact({ name, satang, stale }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Amount satang={satang} stale={stale} />
      </dd>
    </div>
  )
}
