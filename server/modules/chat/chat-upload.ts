import type { CustomerContent } from '#api/contract/chat-content.ts'
import { pictureKind } from '#lib/picture.ts'
import { Refusal } from '../../http/refusal.ts'
import { FILE_NAME, fileLink, type FileStore } from '../../files/store.ts'

export type Medium = 'image' | 'video'

const MIB = 2 ** 20
const most: Record<Medium, number> = { image: 10 * MIB, video: 20 * MIB }
const pictures: Record<string, string> = { png: 'png', jpeg: 'jpg', gif: 'gif' }
/** The brands of MP4 files; pictures (HEIF) and sounds have brands of their own in the same place. */
const films = /^(?:isom|iso[2-9]|mp4[12v]|avc1|M4V[ HP]|MSNV|dash|mmp4|f4v )$/u

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  new TextDecoder('latin1').decode(bytes.subarray(from, to))

/** The extension that the bytes deserve, whatever the upload called itself. */
function extensionOf(bytes: Uint8Array, medium: Medium): string | undefined {
  if (medium === 'image') return pictures[pictureKind(bytes) ?? '']
  if (ascii(bytes, 4, 8) !== 'ftyp') return undefined
  const brand = ascii(bytes, 8, 12)
  if (brand === 'qt  ') return 'mov'
  return films.test(brand) ? 'mp4' : undefined
}

export async function keepUpload(files: FileStore, file: File | undefined, medium: Medium) {
  if (file === undefined || file.size === 0) throw new Refusal('SLIP_NO_FILE')
  if (file.size > most[medium]) throw new Refusal('SLIP_INVALID_FILE')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const extension = extensionOf(bytes, medium)
  if (extension === undefined) throw new Refusal('SLIP_INVALID_FILE')
  const filePath = await files.write(bytes, extension)
  return { url: fileLink(filePath), filePath, fileType: medium }
}

/** A customer shows what was uploaded here and nothing else: the agent must not be led to foreign addresses. */
export function ownMediaOnly(content: CustomerContent): CustomerContent {
  if (content.message_type !== 'media') return content
  const { filePath, message } = content.payload
  if (!FILE_NAME.test(filePath)) throw new Refusal('KEY_INVALID')
  const fileType = /\.(?:mp4|mov)$/u.test(filePath) ? 'video' : 'image'
  return { message_type: 'media', payload: { message, url: fileLink(filePath), fileType, filePath } }
}
