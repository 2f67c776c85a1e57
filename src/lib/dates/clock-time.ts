/** A time of day as it is written in a language: Thai has a word after it, which a no-break space holds on the time's line. */
export const clockTime = (time: string, locale: string): string =>
  time && locale === 'th' ? `${time}\u00A0น.` : time
