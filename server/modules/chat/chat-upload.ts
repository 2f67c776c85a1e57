import { pictureKind } from '#lib/picture.ts'
import { Refusal } from '../../http/refusal.ts'
import type { FileStore } from '../../providers/files.ts'
import { fileLink } from '../slip/file-routes.ts'

export type Medium = 'image' | 'video'

const MIB = 2 ** 20
const most: Record<Medium, number> = { image: 10 * MIB, video: 20 * MIB }

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  new TextDecoder('latin1').decode(bytes.subarray(from, to))

/** The extension that the bytes deserve, whatever the upload called itself. */
function extensionOf(bytes: Uint8Array, medium: Medium): string | null {
  if (medium === 'image') {
    const kind = pictureKind(bytes)
    return kind === 'jpeg' ? 'jpg' : (kind ?? null)
  }
  if (ascii(bytes, 4, 8) !== 'ftyp') return null
  return ascii(bytes, 8, 12) === 'qt  ' ? 'mov' : 'mp4'
}

export async function keepUpload(files: FileStore, file: File | undefined, medium: Medium) {
  if (file === undefined || file.size === 0) throw new Refusal('SLIP_NO_FILE')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const extension = extensionOf(bytes, medium)
  if (extension === null || bytes.byteLength > most[medium]) throw new Refusal('SLIP_INVALID_FILE')
  const filePath = await files.put(bytes, extension)
  return { url: fileLink(filePath), filePath, fileType: medium }
}
