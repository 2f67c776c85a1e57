import { vi } from 'vitest'

type Listener = (event: Partial<ProgressEvent>) => void

/** A stand-in for XMLHttpRequest that the test controls. */
export class StubUpload {
  static all: StubUpload[] = []
  readonly headers = new Map<string, string>()
  readonly upload = {
    addEventListener: (name: string, listener: Listener) => this.listen(`upload-${name}`, listener),
  }
  status = 0
  responseText = ''
  body: unknown
  private readonly listeners = new Map<string, Listener[]>()

  constructor() {
    StubUpload.all.push(this)
  }
  private listen(name: string, listener: Listener) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener])
  }
  private tell(name: string, event: Partial<ProgressEvent> = {}) {
    for (const listener of this.listeners.get(name) ?? []) listener(event)
  }
  addEventListener(name: string, listener: Listener) {
    this.listen(name, listener)
  }
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  getAllResponseHeaders() {
    return ''
  }
  send(body: unknown) {
    this.body = body
  }
  abort() {
    this.tell('abort')
    this.tell('loadend')
  }

  progress(progress: number) {
    this.tell('upload-progress', { loaded: progress * 100, total: 100 })
  }
  answer(status: number, body: object) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.tell('load')
    this.tell('loadend')
  }
  breakOff() {
    this.tell('error')
    this.tell('loadend')
  }
}

export function stubUploads(): StubUpload[] {
  StubUpload.all = []
  vi.stubGlobal('XMLHttpRequest', StubUpload)
  return StubUpload.all
}
