/** One of the champa's five petals, pointing up from the origin; it fits into a circle of 62. */
export const petal = 'M0 3C-7-5-27-15-29.5-32C-31.5-47-18-60 2-60C17-58.5 26-46 23-32C20-18 9-5 0 3Z'
