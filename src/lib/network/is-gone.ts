/** Whether an answer's message says that the site is closed. Any status may carry it, in any letter case. */
export const isGone = (message: string): boolean => /^gone$/i.test(message)
