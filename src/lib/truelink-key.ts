/** What encrypts gift links while no key of its own is set, in the app and in the sandbox's server alike. */
export const sandboxTruelinkKey = 'champa-sandbox-truelink'
