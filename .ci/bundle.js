// @ts-check
/**
 * Makes the JavaScript of `dist`: a file for each entry of the package, and a few that entries share,
 * because a process that starts pays for each file. A bundler of users drops whole files only if nothing
 * in them is used, so every constant that is computed says that it may go (docs/decisions/68-one-file-per-entry.md).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RolldownMagicString, rolldown } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'

/**
 * The built files that a manifest names, without `./dist/` and their ending. Those of `imports` are
 * chosen by conditions, so each remains a file of its own.
 * @param {string} root @returns {readonly string[]}
 */
const namesIn = (root) => {
  const { exports, imports = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const named = JSON.stringify([exports, imports]).matchAll(/"\.\/dist\/([^"]+)\.js"/g)
  return [...new Set([...named].map(([, path = '']) => path))]
}

/** What every program needs that folds or judges. @param {ReadonlySet<string>} entries */
const isCommon = (entries) =>
  entries.has('src/index') || entries.has('src/machine') || entries.has('machines/index')

/**
 * The shared files, the first that takes a module first. Who reads messages needs no chart, so what
 * reading shares with judging is apart from what only judging shares.
 * @type {Readonly<Record<string, (entries: ReadonlySet<string>) => boolean>>}
 */
const SHARED = {
  words: (entries) => entries.has('src/provider/index') && isCommon(entries),
  core: (entries) => entries.size > 1 && isCommon(entries),
}

/** The kinds of expressions that a bundler keeps although nobody uses their value. */
const COMPUTED = /^(Call|New|Member|TaggedTemplate)Expression$|^SpreadElement$/

/** Whether an expression has such a part outside of functions. @param {unknown} node @returns {boolean} */
const isComputed = (node) => {
  if (Array.isArray(node)) return node.some(isComputed)
  if (typeof node !== 'object' || node === null) return false
  const { type = '' } = /** @type {{ readonly type?: string }} */ (node)
  if (/Function/.test(type)) return false
  return COMPUTED.test(type) || Object.values(node).some(isComputed)
}

/** Marks every computed constant of a file as free of side effects. @type {import('rolldown').Plugin} */
const free = {
  name: 'free-of-side-effects',
  renderChunk(code) {
    const marked = new RolldownMagicString(code)
    for (const statement of parseAst(code).body) {
      if (statement.type !== 'VariableDeclaration') continue
      for (const { init } of statement.declarations) {
        if (init === null || !isComputed(init)) continue
        marked.prependRight(init.start, '/* @__PURE__ */ (() => (')
        marked.appendLeft(init.end, '))()')
      }
    }
    return { code: marked.toString(), map: marked.generateMap({ hires: true }).toString() }
  },
}

/**
 * A plugin, and what it finds: which entries need each module, directly or not.
 * @param {Readonly<Record<string, string>>} files
 */
const needs = (files) => {
  /** @type {Map<string, Set<string>>} */
  const needed = new Map()
  /** @type {import('rolldown').Plugin} */
  const plugin = {
    name: 'entries-by-module',
    buildEnd() {
      for (const [entry, file] of Object.entries(files)) {
        const found = new Set([file])
        for (const id of found) {
          needed.set(id, (needed.get(id) ?? new Set()).add(entry))
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) found.add(next)
        }
      }
    },
  }
  return { plugin, needed }
}

/** Bundles the entries of the package at `root` into a folder. @param {string} root @param {string} folder */
export const bundle = async (root, folder) => {
  const files = Object.fromEntries(namesIn(root).map((name) => [name, join(root, `${name}.ts`)]))
  const { plugin, needed } = needs(files)
  const made = await rolldown({
    cwd: root,
    input: files,
    external: /^[^./]/,
    tsconfig: false,
    treeshake: { moduleSideEffects: false },
    plugins: [plugin, free],
  })
  await made.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    minifyInternalExports: false,
    comments: { jsdoc: false },
    codeSplitting: {
      groups: Object.entries(SHARED).map(([name, takes]) => ({
        name,
        test: (id) => takes(needed.get(id) ?? new Set()),
      })),
    },
  })
}
