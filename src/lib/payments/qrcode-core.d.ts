/** Only the encoder, without the renderers. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode'
}
