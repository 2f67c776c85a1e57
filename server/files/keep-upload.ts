import { inspectPicture } from '#lib/pictures/picture.ts'
import { ApiError } from '../http/api-error.ts'
import { hashOf } from '../auth/tokens.ts'
import { isCheapToDecode } from './decoding-cost.ts'
import type { FileStore } from './store.ts'
import { stripMetadata, type UploadKind } from './strip-metadata.ts'

const extensions: Record<UploadKind, string> = { png: 'png', jpeg: 'jpg', gif: 'gif', mp4: 'mp4', mov: 'mov' }

export interface KeptUpload {
  /** The name in the store. */
  name: string
  kind: UploadKind
  /** In bytes. */
  size: number
  /** SHA-256 of the stored bytes. */
  hash: string
}

/**
 * Stores an upload of one of these kinds and with a maximum size, without its metadata. Decides by the bytes only, not by the file's
 * name or declared type. Uploaded again in the operation with this id, it is the same file: a server that died after it was stored leaves
 * none behind that a repeat does not take.
 */
export async function keepUpload(
  files: FileStore,
  file: File | undefined,
  kinds: readonly UploadKind[],
  maxBytes: number,
  operationId?: string,
): Promise<KeptUpload> {
  if (file === undefined || file.size === 0) throw new ApiError('SLIP_NO_FILE')
  if (file.size > maxBytes) throw invalid('too-large')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = filmKind(bytes) ?? pictureKindOf(bytes)
  if (!kinds.includes(kind)) throw invalid('other-kind')
  const kept = stripMetadata(bytes, kind)
  if (kept === undefined) throw invalid('cut-off')
  const hash = hashOf(kept)
  // The bytes of a name never change: another file under the same key has another name.
  const source = operationId && `${operationId} ${hash}`
  return { name: await files.write(kept, extensions[kind], source), kind, size: kept.byteLength, hash }
}

const invalid = (reason: string) => new ApiError('SLIP_INVALID_FILE', undefined, { reason })

function pictureKindOf(bytes: Uint8Array): UploadKind {
  const picture = inspectPicture(bytes)
  if ('fault' in picture) throw invalid(picture.fault)
  const { kind } = picture
  if (kind === 'webp') throw invalid('other-kind')
  if (kind !== 'gif' && !isCheapToDecode(bytes)) throw invalid('too-many-pixels')
  return kind
}

/** The brands of MP4 videos; pictures (HEIF) and audio have other brands in the same place. */
const filmBrands = /^(?:isom|iso[2-9]|mp4[12v]|avc1|M4V[ HP]|MSNV|dash|mmp4|f4v )$/u

function filmKind(bytes: Uint8Array): UploadKind | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(4, 12))
  if (head === 'ftypqt  ') return 'mov'
  return head.startsWith('ftyp') && filmBrands.test(head.slice(4)) ? 'mp4' : undefined
}
