/** What is drawn on a canvas, as a file: a PNG unless said otherwise, `quality` from 0 to 1. Rejects if the browser can make none. */
export const pictureOf = (canvas: HTMLCanvasElement, type = 'image/png', quality?: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), type, quality)
  })
