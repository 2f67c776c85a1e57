export const appVersion = '1.1.14'
