import flower from './champa-flower.svg'

interface ChampaProps {
  /** Width and height in px. */
  size: number
  className?: string
}

/** The brand's flower without a background. */
export function Champa({ size, className }: ChampaProps) {
  return <img src={flower} alt="" width={size} height={size} className={className} />
}
