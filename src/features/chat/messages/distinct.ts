/** Each with a key of its own; the same thing twice is one thing. */
export function distinct<Thing extends object>(things: readonly Thing[]): [key: string, thing: Thing][] {
  return [...new Map(things.map((thing) => [JSON.stringify(thing), thing]))]
}
