import KeenSlider from 'keen-slider'

export interface Slider {
  moveTo: (index: number) => void
  destroy: () => void
}

/** Takes a list over from the browser's scrolling, at the picture it has been scrolled to. */
export function slide(list: HTMLElement, onChange: (index: number) => void): Slider {
  const slides = [...list.children].filter((child) => child instanceof HTMLElement)
  const initial = Math.round(list.scrollLeft / list.clientWidth)
  list.scrollLeft = 0
  list.dataset['sliding'] = 'true'
  const slider = new KeenSlider(list, {
    selector: () => slides,
    initial,
    slideChanged: ({ track }) => onChange(track.details.rel),
  })
  return {
    moveTo: (index) => slider.moveToIdx(index),
    destroy: () => {
      slider.destroy()
      delete list.dataset['sliding']
    },
  }
}
