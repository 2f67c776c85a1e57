import type { CDPSession, Page } from 'playwright/test'

/** What the browser tells a screen reader about one part of the page, in the order in which it is read. */
interface Part {
  role: string
  name: string
  /** The roles around it, the nearest last. */
  around: string[]
  /** Of the document's node. */
  nodeId: number | undefined
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** What a screen reader stops at; a control's own words are its name. */
const controls = new Set(
  'button link textbox searchbox spinbutton combobox listbox option checkbox switch radio slider tab menuitem'.split(
    ' ',
  ),
)
/** A timer needs none: the term it stands under says what it counts. */
const named = new Set([...controls, 'dialog', 'alertdialog', 'heading', 'image', 'img', 'progressbar'])
/** Read out by themselves when they change, wherever the reader is. */
const live = new Set(['status', 'alert', 'log'])
const modals = new Set(['dialog', 'alertdialog'])

/** The tree that the browser gives to screen readers, without what it leaves out. */
async function readTree(devtools: CDPSession): Promise<Part[]> {
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const parts: Part[] = []
  const visit = (id: string, around: string[]) => {
    const node = byId.get(id)
    if (!node) return
    const role = String(node.role?.value ?? '')
    const isRead = !node.ignored && role !== 'none' && role !== 'InlineTextBox'
    const name = String(node.name?.value ?? '').trim()
    if (isRead) parts.push({ role, name, around, nodeId: node.backendDOMNodeId })
    for (const child of node.childIds ?? []) visit(child, isRead ? [...around, role] : around)
  }
  const root = nodes.find(({ parentId }) => parentId === undefined)
  if (root) visit(root.nodeId, [])
  return parts
}

/** Where the parts are drawn; undefined where that is nowhere, or where only a screen reader finds it. */
async function boxesOf(
  devtools: CDPSession,
  nodeIds: readonly (number | undefined)[],
): Promise<(Box | null)[]> {
  const resolve = async (backendNodeId: number | undefined) => {
    if (backendNodeId === undefined) return undefined
    const found = await devtools.send('DOM.resolveNode', { backendNodeId }).catch(() => undefined)
    return found?.object.objectId
  }
  const handles = await Promise.all(nodeIds.map(async (id) => ({ objectId: await resolve(id) })))
  const any = handles.find(({ objectId }) => objectId !== undefined)
  if (!any?.objectId) return []
  const { result } = await devtools.send('Runtime.callFunctionOn', {
    functionDeclaration: String(boxesInPage),
    objectId: any.objectId,
    arguments: handles.map(({ objectId }) => (objectId === undefined ? { value: null } : { objectId })),
    returnByValue: true,
  })
  return result.value as (Box | null)[]
}

/** Runs in the page. */
function boxesInPage(...nodes: (Node | null)[]): (Box | null)[] {
  return nodes.map((node) => {
    const element = node instanceof Element ? node : node?.parentElement
    if (!node || !element || element.closest('.visually-hidden')) return null
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return null
    const range = document.createRange()
    range.selectNode(node)
    const { left, right, top, bottom } = (node instanceof Element ? node : range).getBoundingClientRect()
    return right - left > 1 && bottom - top > 1 ? { left, right, top, bottom } : null
  })
}

/**
 * What somebody who hears the page would miss, by the browser's own accessibility tree: controls and pictures without a name, words of the
 * page behind an open modal, and what is read after something although it stands above it, at a phone's width, where all is one column.
 */
export async function treeFaults(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  try {
    // Without it the tree would be made anew for each question.
    await devtools.send('Accessibility.enable')
    await devtools.send('DOM.enable')
    return await faultsIn(devtools)
  } finally {
    await devtools.detach()
  }
}

async function faultsIn(devtools: CDPSession): Promise<string[]> {
  const parts = await readTree(devtools)
  const nameOf = ({ role, name }: Part) => `${role} "${name.slice(0, 60)}"`
  const faults = parts
    .filter(({ role, name }) => named.has(role) && name === '')
    .map((part) => `no name: ${nameOf(part)}, in ${part.around.slice(1).join(' > ')}`)

  const isIn = (roles: ReadonlySet<string>, { role, around }: Part) =>
    roles.has(role) || around.some((one) => roles.has(one))
  const said = parts.filter(({ role, name }) => (controls.has(role) || role === 'StaticText') && name !== '')
  if (said.length === 0) faults.push('nothing is read out')
  if (parts.some(({ role }) => modals.has(role)))
    for (const part of said)
      if (!isIn(modals, part) && !isIn(live, part)) faults.push(`read behind the modal: ${nameOf(part)}`)

  // What a control says lies in its box; what is told when it changes stands anywhere.
  const placed = said.filter((part) => !part.around.some((role) => controls.has(role)) && !isIn(live, part))
  const boxes = await boxesOf(
    devtools,
    placed.map(({ nodeId }) => nodeId),
  )
  let before: { part: Part; box: Box } | undefined
  for (const [index, part] of placed.entries()) {
    const box = boxes[index]
    if (!box) continue
    if (before) {
      const isInColumn = box.left < before.box.right - 1 && box.right > before.box.left + 1
      if (isInColumn && box.bottom <= before.box.top + 1)
        faults.push(`${nameOf(part)} is read after ${nameOf(before.part)}, and stands above it`)
    }
    before = { part, box }
  }
  return faults
}
