/** A provider refused a call or did not answer. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
}
