import flower from './art/champa-flower.svg'

interface ChampaProps {
  /** Pixels on both sides. */
  size?: number
  className?: string
}

/** The brand's flower without its ground. */
export function Champa({ size = 64, className }: ChampaProps) {
  return <img src={flower} alt="" width={size} height={size} className={className} />
}
