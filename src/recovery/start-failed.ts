/** The event by which the app says that it cannot start; its detail is the error. */
export const startFailed = 'champa-start-failed'
