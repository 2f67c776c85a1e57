/** A page of a browser, driven through the same few things in every engine: all input is real. */
export interface Engine {
  /** Opens an address, and resolves when its page has loaded. */
  open(address: string): Promise<void>
  back(): Promise<void>
  /** Runs a function in the page. It must not use anything from around it. */
  run<Args extends unknown[], Result>(
    inPage: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Runs a script of this text in the page. */
  load(script: string): Promise<void>
  /** Presses and releases the mouse at a point of the window, in CSS px. */
  press(x: number, y: number): Promise<void>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  /** Ends the browser and all that was started for it. */
  close(): Promise<void>
}
