/**
 * The sources as a parser reads them: the imports and exports of each, and the length of its
 * functions.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { type ESTree, parseSync } from 'vite'

/** Every file in a folder, by its path. */
export const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
    )

/**
 * An import of another source: whether the file is loaded for it, and the imported names; `*` for
 * all.
 */
export interface Import {
  readonly to: string
  readonly isLoaded: boolean
  readonly names: readonly string[]
}

/** A function: its name, and its number of lines. */
export interface Measured {
  readonly name: string
  readonly lines: number
}

/** A file of `src` or `machines`. */
export interface Source {
  readonly path: string
  readonly text: string
  /** The text without comments and without the content of quotes: only what runs. */
  readonly code: string
  readonly imports: readonly Import[]
  /** Packages, by the name that is imported. */
  readonly packages: readonly { readonly name: string; readonly isLoaded: boolean }[]
  /** The types and interfaces that it declares, exported or not. */
  readonly types: readonly string[]
  /** The names that it declares and exports. */
  readonly declares: readonly string[]
  /** What it exports from other files, under which names; `*` for all. */
  readonly passesOn: readonly {
    readonly from: string
    readonly name: string
    readonly as: string
  }[]
  readonly functions: readonly Measured[]
}

const codeOf = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|'[^'\n]*'|`[^`]*`|\/\/.*$/gm, "''")

/** The package's internal imports: one file or another, depending on the platform. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  '#sha256': ['src/words/hash/sha256-node.ts', 'src/words/hash/sha256.ts'],
}

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const childrenOf = (node: ESTree.Node): readonly ESTree.Node[] =>
  Object.values(node).flatMap((value: unknown) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )

/** The name of a function: that of its variable, property or method. */
const nameOf = (node: ESTree.Node): string | null => {
  const key = 'id' in node ? node.id : 'key' in node ? node.key : null
  return isNode(key) && 'name' in key && typeof key.name === 'string' ? key.name : null
}

const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']

const ITERATES = new Set(
  'every filter find findIndex findLast flatMap forEach map reduce some sort toSorted'.split(' '),
)

/** The name of an identifier, or of the member that an expression takes. */
const lastNameIn = (node: unknown): string | null => {
  if (!isNode(node)) return null
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' ? lastNameIn(node.property) : null
}

/** What a call or a loop runs through; null if it runs through nothing. */
const listIn = (node: ESTree.Node): ESTree.Node | null => {
  if (node.type === 'ForOfStatement') return node.right
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null
  return ITERATES.has(lastNameIn(node.callee.property) ?? '') ? node.callee.object : null
}

/** Runs through a list of this name in a file, and calls of its functions, with what they are in. */
export interface Repeated {
  /** The functions that a run or a call is in, the outermost first. */
  readonly within: readonly string[]
  /** The function that is called; null for a run through the list. */
  readonly calls: string | null
  /** Whether another run repeats it, through whatever list. */
  readonly isRepeated: boolean
}

/** Finds where a file runs through a list of some name, and what it calls. */
export const runsIn = (path: string, list: string): readonly Repeated[] => {
  const found: Repeated[] = []
  const visit = (node: ESTree.Node, within: readonly string[], isRepeated: boolean): void => {
    const name = isFunctionIn(node) ? nameOf(node) : null
    const inner = name === null ? within : [...within, name]
    const through = listIn(node)
    if (lastNameIn(through) === list) found.push({ within, calls: null, isRepeated })
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
      found.push({ within, calls: node.callee.name, isRepeated })
    }
    for (const child of childrenOf(node)) {
      const isBody = through !== null && child !== through && child !== lastObjectIn(node)
      visit(child, inner, isRepeated || isBody)
    }
  }
  visit(parseSync(path, readFileSync(path, 'utf8')).program, [], false)
  return found
}

/** Whether a variable or a property is a function. */
const isFunctionIn = (node: ESTree.Node): boolean => {
  const value = 'init' in node ? node.init : 'value' in node ? node.value : null
  return isNode(value) && FUNCTIONS.includes(value.type)
}

/** What a method is called on: it is evaluated once. */
const lastObjectIn = (node: ESTree.Node): ESTree.Node | null =>
  node.type === 'CallExpression' ? node.callee : null

const functionsIn = (program: ESTree.Node, text: string): readonly Measured[] => {
  const found: Measured[] = []
  const visit = (node: ESTree.Node, within: string): void => {
    const name = nameOf(node) ?? within
    if (FUNCTIONS.includes(node.type)) {
      found.push({ name, lines: text.slice(node.start, node.end).split('\n').length })
    }
    for (const child of childrenOf(node)) visit(child, name)
  }
  visit(program, '')
  return found
}

/** The types and interfaces that a file declares. */
const typesIn = (statements: readonly ESTree.Node[]): readonly string[] => [
  ...new Set(
    statements.flatMap((node): readonly string[] => {
      if (node.type === 'ExportNamedDeclaration') {
        return node.declaration === null ? [] : typesIn([node.declaration])
      }
      const isType =
        node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration'
      return isType ? [node.id.name] : []
    }),
  ),
]

const read = (path: string): Source => {
  const text = readFileSync(path, 'utf8')
  const { program, module } = parseSync(path, text)
  const statements = program.body.flatMap((node) => {
    const isImport = node.type === 'ImportDeclaration'
    const isExport = node.type === 'ExportAllDeclaration' || node.type === 'ExportNamedDeclaration'
    if (!(isImport || isExport) || node.source === null) return []
    const kind = node.type === 'ImportDeclaration' ? node.importKind : node.exportKind
    return [{ start: node.start, name: node.source.value, isLoaded: kind !== 'type' }]
  })
  const placeOf = (to: string): string => normalize(join(dirname(path), to))
  const taken = new Map<number, string[]>()
  for (const { start, entries } of module.staticImports) {
    taken.set(
      start,
      entries.map(({ importName }) => importName.name ?? '*'),
    )
  }
  const exported = module.staticExports.flatMap(({ start, entries }) =>
    entries.map((entry) => ({ ...entry, start })),
  )
  for (const { start, moduleRequest, importName } of exported) {
    if (moduleRequest !== null) {
      taken.set(start, [...(taken.get(start) ?? []), importName.name ?? '*'])
    }
  }
  const isOurs = (name: string): boolean => name.startsWith('.') || Object.hasOwn(IMPORTS, name)
  return {
    path,
    text,
    code: codeOf(text),
    imports: statements
      .filter(({ name }) => isOurs(name))
      .flatMap(({ start, name, isLoaded }) =>
        (IMPORTS[name] ?? [placeOf(name)]).map((to) => ({
          to,
          isLoaded,
          names: taken.get(start) ?? [],
        })),
      ),
    packages: statements.filter(({ name }) => !isOurs(name)),
    types: typesIn(program.body),
    declares: [
      ...new Set(
        exported.flatMap(({ moduleRequest, exportName }) =>
          moduleRequest === null && exportName.name !== null ? [exportName.name] : [],
        ),
      ),
    ],
    passesOn: exported.flatMap(({ moduleRequest, importName, exportName }) =>
      moduleRequest === null
        ? []
        : [
            {
              from: placeOf(moduleRequest.value),
              name: importName.name ?? '*',
              as: exportName.name ?? '*',
            },
          ],
    ),
    functions: functionsIn(program, text),
  }
}

/** Every source of `src` and `machines`. */
export const sources: readonly Source[] = ['src', 'machines'].flatMap(filesIn).map(read)

const byPath = new Map(sources.map((source) => [source.path, source]))

/** The source of a path. */
export const sourceOf = (path: string): Source | undefined => byPath.get(path)

/** Every name that a file exports, its own and re-exported ones, with the file that declares it. */
export const exportsOf = (path: string): ReadonlyMap<string, string> => {
  const { declares = [], passesOn = [] } = sourceOf(path) ?? {}
  const own = declares.map((name) => [name, path] as const)
  const others = passesOn.flatMap(({ from, name, as }) => {
    const all = exportsOf(from)
    return name === '*' ? [...all] : [[as, all.get(name) ?? from] as const]
  })
  return new Map([...own, ...others])
}

/** Every file that is loaded with some files, directly or indirectly. */
export const loadedWith = (...paths: readonly string[]): ReadonlySet<string> => {
  const seen = new Set<string>()
  const load = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    for (const { to, isLoaded } of sourceOf(path)?.imports ?? []) if (isLoaded) load(to)
  }
  paths.forEach(load)
  return seen
}

/** The packages that are loaded with some files. */
export const packagesWith = (...paths: readonly string[]): readonly string[] => [
  ...new Set(
    [...loadedWith(...paths)].flatMap((path) =>
      (sourceOf(path)?.packages ?? []).flatMap(({ name, isLoaded }) =>
        isLoaded && !name.startsWith('node:') ? packageOf(name) : [],
      ),
    ),
  ),
]

/** The package of an import. */
export const packageOf = (name: string): string =>
  name.replace(/^#fp-ts\//, 'fp-ts/').match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? name

/**
 * The compiler's own package for this machine, which contains the types of pages and of the
 * language.
 */
const libraries = (): readonly string[] => {
  const [folder = ''] = readdirSync('node_modules/@typescript')
    .map((name) => join('node_modules/@typescript', name, 'lib'))
    .filter((path) => existsSync(join(path, 'lib.dom.d.ts')))
  return readdirSync(folder)
    .filter((name) => /^lib\.(dom|es)[\w.]*\.d\.ts$/.test(name))
    .map((name) => join(folder, name))
}

/** Every name that the compiler knows to be global, on a page or in the language. */
export const globalNames = (): ReadonlySet<string> =>
  new Set(
    libraries().flatMap((path) =>
      [
        ...readFileSync(path, 'utf8').matchAll(
          /^(?:declare )?(?:interface|type|var|let|const|function|class|namespace) (\w+)/gm,
        ),
      ].flatMap(([, name]) => name ?? []),
    ),
  )
