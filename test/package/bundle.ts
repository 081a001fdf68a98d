/** Bundles a user's program, by the package's own conditions and without a shim for Node.js. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'vite'

/** A bundle, and the size of each module in it, by its path in the project's folder. */
export interface Bundle {
  readonly code: string
  readonly modules: Readonly<Record<string, number>>
}

/** Bundles an entry of a project, minified, with all its exports. Packages can be left out. */
export const bundle = async (
  folder: string,
  entry: string,
  outside: readonly string[] = [],
): Promise<Bundle> => {
  const isOutside = (id: string): boolean =>
    outside.some((name) => id === name || id.startsWith(`${name}/`))
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2023',
      minify: true,
      rolldownOptions: {
        input: join(folder, entry),
        external: isOutside,
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const chunks = outputs.flatMap((each) => (each.type === 'chunk' ? [each] : []))
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules))
  return {
    code: chunks.map(({ code }) => code).join('\n'),
    modules: Object.fromEntries(
      modules
        .filter(([, { renderedLength }]) => renderedLength > 0)
        .map(([id, { renderedLength }]) => [relative(folder, id), renderedLength]),
    ),
  }
}

/** Bundles what some names need. */
export const bundleOf = async (
  folder: string,
  exported: string,
  outside: readonly string[] = [],
): Promise<Bundle> => {
  const place = mkdtempSync(join(folder, 'use-'))
  writeFileSync(join(place, 'use.js'), exported)
  const made = await bundle(folder, relative(folder, join(place, 'use.js')), outside)
  rmSync(place, { recursive: true })
  return made
}
