/** The encoder alone, without the parts that draw. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode'
}
