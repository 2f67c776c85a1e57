/** Whether this message of an answer says that the site is closed. It may come with any status and in any letter case. */
export const isGone = (message: string): boolean => /^gone$/i.test(message)
