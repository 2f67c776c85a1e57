/** The outside world said no, or did not answer. Nothing was done there. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
}
