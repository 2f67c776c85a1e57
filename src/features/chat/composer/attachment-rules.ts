import { uploadChatImage, uploadChatVideo } from '#api/contract/chat.ts'
import { lookup } from '#lib/lookup.ts'

const MB = 2 ** 20

export type Medium = 'image' | 'video'
/** `largest` is the size limit in MB. */
export type AttachmentError = 'not-supported' | 'empty' | { largest: number }

/** The allowed formats by MIME subtype. */
const media: Record<string, Medium> = {
  png: 'image',
  jpeg: 'image',
  jpg: 'image',
  gif: 'image',
  mp4: 'video',
  quicktime: 'video',
}
/** The subtype by file extension, for phones that report no type. */
const byExtension: Record<string, string> = { mov: 'quicktime' }

/** The size limits in MB, as shown to members. */
export const maxMegabytes: Record<Medium, number> = {
  image: uploadChatImage.upload / MB,
  video: uploadChatVideo.upload / MB,
}

export const acceptedTypes = 'image/png,image/jpeg,image/gif,video/mp4,video/quicktime'

/** The medium of a chosen file, or why it cannot be sent. */
export function checkAttachment(
  file: Pick<File, 'name' | 'type' | 'size'>,
): Medium | { error: AttachmentError } {
  const extension = /[^./\\]\.([a-z\d]+)$/iu.exec(file.name)?.[1]?.toLowerCase()
  const [, kind] = file.type.toLowerCase().split('/')
  const medium = extension && lookup(media, kind ?? lookup(byExtension, extension) ?? extension)
  if (!medium) return { error: 'not-supported' }
  if (file.size === 0) return { error: 'empty' }
  return file.size > maxMegabytes[medium] * MB ? { error: { largest: maxMegabytes[medium] } } : medium
}
