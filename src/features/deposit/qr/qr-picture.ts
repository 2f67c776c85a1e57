const edge = 1024
/** Scanners need a white border of four modules; a tenth of the edge is more than that for every size of code. */
const border = edge / 10

/** The code as a PNG on white, which every gallery and bank app opens. */
export async function drawQrPicture(address: string): Promise<Blob> {
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = edge
  canvas.height = edge
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.fillStyle = 'white'
  context.fillRect(0, 0, edge, edge)
  context.imageSmoothingEnabled = false
  context.drawImage(image, border, border, edge - 2 * border, edge - 2 * border)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/png')
  })
}

/** Hands the picture to the phone's share sheet, or saves it where there is none. */
export async function shareOrSave(picture: Blob, name: string): Promise<'shared' | 'saved' | 'dismissed'> {
  const file = new File([picture], name, { type: picture.type })
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
      // Some in-app browsers promise to share and then refuse: saving still helps.
    }
  }
  save(file)
  return 'saved'
}

function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
