import flower from './champa-flower.svg'
import styles from './state-art.module.css'

/** Inline, because pictures in files cannot use the theme's colours. */
export function StateArt({ art }: { art: 'empty' | 'failed' | 'offline' }) {
  return (
    <svg className={styles.art} width="96" height="72" viewBox="0 0 96 72" aria-hidden>
      {art === 'empty' ? (
        <>
          <g className={styles.water}>
            <ellipse cx="48" cy="54" rx="44" ry="12" opacity=".35" />
            <ellipse cx="48" cy="54" rx="30" ry="8" opacity=".6" />
            <ellipse cx="48" cy="54" rx="16" ry="4.5" />
          </g>
          <circle cx="48" cy="34" r="33" className={styles.sky} />
          <image href={flower} x="21.1" y="7.1" width="53.8" height="53.8" />
        </>
      ) : (
        <>
          <g className={styles.water}>
            <path d="M6 56h26M64 56h26M20 64h56" opacity=".6" />
            <path d="M36 56h24" strokeDasharray="2 5" />
          </g>
          <g transform="translate(48 34)">
            <circle r="24" className={art === 'failed' ? styles.coral : styles.sky} />
            {art === 'failed' ? (
              <path d="M0-10V2M0 9h.01" className={styles.mark} />
            ) : (
              <path
                transform="translate(-12 -12)"
                d="M4 4l16 16M8.4 15.3a5.2 5.2 0 0 1 6.3-.7M5.2 12a9.6 9.6 0 0 1 4.1-2.4M2.5 8.6a14 14 0 0 1 4-2.6M11 5.1a13.9 13.9 0 0 1 10.5 3.5M15.1 10.1A9.5 9.5 0 0 1 18.8 12M12 19h.01"
                className={styles.cut}
              />
            )}
          </g>
        </>
      )}
    </svg>
  )
}
