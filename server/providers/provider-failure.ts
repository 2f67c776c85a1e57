/**
 * A provider refused a call, or could not be reached: nothing was done unless its interface says otherwise. Silence is a
 * `ProviderTimeout`.
 */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
}
