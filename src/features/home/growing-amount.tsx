import { useEffect, useRef, useState } from 'react'
import { formatSatang } from '#lib/money/money.ts'
import { Amount, useAmountPrivacy } from '#ui/amount.tsx'
import { classNames } from '#ui/class-names.ts'
import styles from './growing-amount.module.css'

const steps = 15
const stepMs = 40

/** An amount without its unit that counts up once when it grows, in the width that it ends with. Never while amounts are hidden. */
export function GrowingAmount({ satang, className }: { satang: number; className?: string | undefined }) {
  const { hidden } = useAmountPrivacy()
  const shown = useCountUp(satang, hidden)
  return (
    <span
      className={classNames(styles.growing, className)}
      data-end={shown === satang ? undefined : formatSatang(satang)}
    >
      <Amount satang={shown} unit={false} />
    </span>
  )
}

function useCountUp(satang: number, hidden: boolean): number {
  const last = useRef(satang)
  const [shown, setShown] = useState(satang)
  useEffect(() => {
    const from = last.current
    last.current = satang
    const still = hidden || matchMedia('(prefers-reduced-motion: reduce)').matches
    if (still || satang <= from) {
      setShown(satang)
      return undefined
    }
    let left = steps
    const timer = setInterval(() => {
      left -= 1
      setShown(satang - Math.floor((satang - from) * (left / steps) ** 3))
      if (left === 0) clearInterval(timer)
    }, stepMs)
    return () => clearInterval(timer)
  }, [satang, hidden])
  return hidden || satang < shown ? satang : shown
}
