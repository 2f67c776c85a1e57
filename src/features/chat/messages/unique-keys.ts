/** Pairs each thing with a React key; equal things are merged into one. */
export function withUniqueKeys<Thing extends object>(
  things: readonly Thing[],
): [key: string, thing: Thing][] {
  return [...new Map(things.map((thing) => [JSON.stringify(thing), thing]))]
}
