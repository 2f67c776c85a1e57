/** The default key for gift links, in the app and in the sandbox's server, while none is set. */
export const sandboxTruelinkKey = 'champa-sandbox-truelink'
