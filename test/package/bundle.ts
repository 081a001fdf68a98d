/** Bundles a user's program, by the package's own conditions and without a shim for Node.js. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build, type Plugin } from 'vite'

/** A bundle, and the source files of which it has something, by their paths in the project's folder. */
export interface Bundle {
  readonly code: string
  readonly sources: readonly string[]
}

/** Reads a file together with its source map: so the bundle's own map leads to the sources. */
const withMaps: Plugin = {
  name: 'with-maps',
  load: (id) =>
    existsSync(`${id}.map`)
      ? { code: readFileSync(id, 'utf8'), map: readFileSync(`${id}.map`, 'utf8') }
      : null,
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
    plugins: [withMaps],
    build: {
      write: false,
      sourcemap: 'hidden',
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
  const sources = chunks.flatMap(({ map }) => map?.sources ?? [])
  return {
    code: chunks.map(({ code }) => code).join('\n'),
    sources: sources.map((path) => relative(folder, join(folder, 'dist', path))),
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
