import KeenSlider, {
  type KeenSliderInstance,
  type KeenSliderOptions,
  type KeenSliderPlugin,
} from 'keen-slider'

export type Slider = KeenSliderInstance

interface SliderOptions extends KeenSliderOptions {
  /** What the browser scrolls until then, where that is not the list itself. */
  frame?: HTMLElement
}

/** What the keyboard reaches comes into view. */
const followFocus: KeenSliderPlugin = (slider) => {
  const follow = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return
    const index = slider.slides.findIndex((slide) => slide.contains(target))
    if (index >= 0) slider.moveToIdx(index, true)
  }
  slider.on('created', () => slider.container.addEventListener('focusin', follow))
  slider.on('destroyed', () => slider.container.removeEventListener('focusin', follow))
}

/** Takes a list over from the browser's scrolling, at the slide it has been scrolled to, and marks it `data-sliding`. */
export function createSlider(list: HTMLElement, { frame = list, ...options }: SliderOptions): Slider {
  const slides = [...list.children].filter((slide) => slide instanceof HTMLElement)
  const [first] = slides
  const initial = first ? Math.round(frame.scrollLeft / first.offsetWidth) : 0
  frame.scrollLeft = 0
  frame.dataset['sliding'] = 'true'
  const slider = new KeenSlider(list, { selector: () => slides, initial, ...options }, [followFocus])
  slider.on('destroyed', () => delete frame.dataset['sliding'])
  return slider
}
