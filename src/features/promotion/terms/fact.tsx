import type { ReactNode } from 'react'
import { Amount } from '#ui/amount.tsx'

/** A row of a list: what it is, and how much. */
export function Fact({ name, satang }: { name: ReactNode; satang: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Amount satang={satang} />
      </dd>
    </div>
  )
}
