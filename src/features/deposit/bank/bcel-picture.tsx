import styles from './bcel-help.module.css'

/** A drawing of a bank app's transfer page: account number, currency and name, in the order of the explanation. */
export function BcelPicture() {
  return (
    <svg viewBox="0 0 160 176" className={styles.picture} aria-hidden>
      <rect className={styles.phone} x="26" y="4" width="108" height="168" rx="16" />
      <path className={styles.head} d="M27 20a15 15 0 0 1 15-15h76a15 15 0 0 1 15 15v12H27z" />
      <path className={styles.line} d="M64 19h32" />
      <rect className={styles.field} x="36" y="44" width="88" height="28" rx="7" />
      <path className={styles.digits} d="M44 58h13m5 0h8m16 0h18m5 0h7" />
      <path className={styles.mark} d="M75 58h6" />
      <rect className={styles.field} x="36" y="82" width="52" height="24" rx="12" />
      <path className={styles.mark} d="M48 94h14" />
      <path className={styles.line} d="M74 92l4 4 4-4" />
      <rect className={styles.field} x="36" y="116" width="88" height="24" rx="7" />
      <path className={styles.digits} d="M44 128h34m6 0h18" />
      <rect className={styles.go} x="36" y="150" width="88" height="14" rx="7" />
      <Step at={58} number={1} />
      <Step at={94} number={2} />
      <Step at={128} number={3} />
    </svg>
  )
}

function Step({ at, number }: { at: number; number: number }) {
  return (
    <g className={styles.step}>
      <circle cx="16" cy={at} r="11" />
      <text x="16" y={at + 4.6} textAnchor="middle" fontSize="13">
        {number}
      </text>
    </g>
  )
}
