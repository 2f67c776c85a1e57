import KeenSlider, {
  type KeenSliderInstance,
  type KeenSliderOptions,
  type KeenSliderPlugin,
} from 'keen-slider'

export type Slider = KeenSliderInstance

interface SliderOptions extends KeenSliderOptions {
  /** The element that the browser scrolls until then, if not the list itself. */
  frame?: HTMLElement
}

/** Scrolls to the slide that receives the focus. */
const followFocus: KeenSliderPlugin = (slider) => {
  const follow = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return
    const index = slider.slides.findIndex((slide) => slide.contains(target))
    if (index >= 0) slider.moveToIdx(index, true)
  }
  slider.on('created', () => slider.container.addEventListener('focusin', follow))
  slider.on('destroyed', () => slider.container.removeEventListener('focusin', follow))
}

/** Replaces the browser's scrolling of a list, starting at the slide that is in view, and marks the list `data-sliding`. */
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
