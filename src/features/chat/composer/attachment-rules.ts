const MB = 2 ** 20

export type Medium = 'image' | 'video'
/** `largest` in MB. */
export type AttachmentFault = 'not-supported' | 'empty' | { largest: number }

/** The kinds that may be sent, by the second half of their type. */
const media: Record<string, Medium> = {
  png: 'image',
  jpeg: 'image',
  jpg: 'image',
  gif: 'image',
  mp4: 'video',
  quicktime: 'video',
}
/** Some phones do not say what a file is: then its name has to. */
const byExtension: Record<string, string> = { mov: 'quicktime' }

/** In MB, as members are told. */
export const largestOf: Record<Medium, number> = { image: 10, video: 20 }

export const acceptedTypes = 'image/png,image/jpeg,image/gif,video/mp4,video/quicktime'

/** What a chosen file is, or why it cannot be sent. */
export function judgeAttachment(
  file: Pick<File, 'name' | 'type' | 'size'>,
): Medium | { fault: AttachmentFault } {
  const extension = /[^./\\]\.([a-z\d]+)$/iu.exec(file.name)?.[1]?.toLowerCase()
  const [, kind] = file.type.toLowerCase().split('/')
  const medium = extension && media[kind ?? byExtension[extension] ?? extension]
  if (!medium) return { fault: 'not-supported' }
  if (file.size === 0) return { fault: 'empty' }
  return file.size > largestOf[medium] * MB ? { fault: { largest: largestOf[medium] } } : medium
}
