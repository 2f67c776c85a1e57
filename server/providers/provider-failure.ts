/** The outside world said no, or did not answer. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
}
