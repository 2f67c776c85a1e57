/** Time between the page's load event and the registration of the worker, in ms. */
export const registerAfterMs = 2000
