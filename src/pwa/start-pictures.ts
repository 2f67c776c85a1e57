import { systemOf } from '#lib/device/embedded-browser.ts'

/** The screens of the iPhones that have Safari 17: width and height in points, pixels in a point. */
export const iPhoneScreens: readonly (readonly [width: number, height: number, scale: number])[] = [
  [375, 667, 2],
  [375, 812, 3],
  [390, 844, 3],
  [393, 852, 3],
  [402, 874, 3],
  [414, 896, 2],
  [414, 896, 3],
  [420, 912, 3],
  [428, 926, 3],
  [430, 932, 3],
  [440, 956, 3],
]
const pictureThemes = { day: 'light', night: 'dark' } as const

/** Where the picture lies that such an iPhone shows while the installed app starts. scripts/draw-icons.ts draws it. */
export const startPicture = (
  [width, height, scale]: (typeof iPhoneScreens)[number],
  theme: keyof typeof pictureThemes,
): string => `/icons/start/${width * scale}x${height * scale}-${theme}.png`

/**
 * Links the pictures for this iPhone, which reads them when the app is put on its home screen. They are not in the page, because
 * they would be some kilobytes there that no other phone needs.
 */
export function linkStartPictures(): void {
  if (systemOf(navigator.userAgent) !== 'ios') return
  const { width, height } = screen
  const own = iPhoneScreens.find(([w, h, scale]) => w === width && h === height && scale === devicePixelRatio)
  if (!own) return
  const meta = document.createElement('meta')
  meta.name = 'apple-mobile-web-app-capable'
  meta.content = 'yes'
  const links = (['day', 'night'] as const).map((theme) => {
    const link = document.createElement('link')
    link.rel = 'apple-touch-startup-image'
    link.href = startPicture(own, theme)
    return [theme, link] as const
  })
  const choose = () => {
    const { theme: chosen } = document.documentElement.dataset
    for (const [theme, link] of links) {
      const chosenMedia = chosen === theme ? 'all' : 'not all'
      link.media = chosen ? chosenMedia : `(prefers-color-scheme: ${pictureThemes[theme]})`
    }
  }
  choose()
  new MutationObserver(choose).observe(document.documentElement, { attributeFilter: ['data-theme'] })
  document.head.append(meta, ...links.map(([, link]) => link))
}
