import type { Rolldown } from 'vite'

export const chunksOf = (bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')

/** The chunks that contain these modules, including facade chunks. */
export const chunksWith = (bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] =>
  chunksOf(bundle)
    .filter(({ moduleIds, facadeModuleId }) =>
      modules.some((id) => id === facadeModuleId || moduleIds.includes(id)),
    )
    .map(({ fileName }) => fileName)

/** These chunks and all their static imports, each after its importer, with their styles. */
export function withImports(
  bundle: Rolldown.OutputBundle,
  names: readonly string[],
  found = new Set<string>(),
): Set<string> {
  for (const name of names) {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || found.has(name)) continue
    found.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
    withImports(bundle, chunk.imports, found)
  }
  return found
}
