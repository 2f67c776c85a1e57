import KeenSlider, { type KeenSliderInstance, type KeenSliderPlugin } from 'keen-slider'

export type Slider = Pick<KeenSliderInstance, 'destroy'>

/** A card reached by the keyboard comes into view. */
const followFocus: KeenSliderPlugin = (slider) => {
  const follow = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return
    const index = slider.slides.findIndex((card) => card.contains(target))
    if (index >= 0) slider.moveToIdx(index, true)
  }
  slider.on('created', () => slider.container.addEventListener('focusin', follow))
  slider.on('destroyed', () => slider.container.removeEventListener('focusin', follow))
}

/** Takes a list over from the browser's scrolling, at the card it has been scrolled to. */
export function slide(frame: HTMLElement, list: HTMLElement): Slider {
  const cards = [...list.children].filter((card) => card instanceof HTMLElement)
  const [first] = cards
  const initial = first ? Math.round(frame.scrollLeft / first.offsetWidth) : 0
  frame.scrollLeft = 0
  frame.dataset['sliding'] = 'true'
  // The cards carry their gap themselves, so that they lie where they lay before.
  const options = { selector: () => cards, slides: { perView: 'auto' }, mode: 'free-snap', initial } as const
  return new KeenSlider(list, options, [followFocus])
}
