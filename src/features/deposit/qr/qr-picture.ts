import { pictureOf } from '#lib/pictures/canvas-picture.ts'

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
  return pictureOf(canvas)
}
