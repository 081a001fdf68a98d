/**
 * The declarations of an entry: each export, and whatever else of the package their types refer to.
 */
import ts from 'typescript-6'

/** A declaration: its file, its name, its text without comments. */
export interface Declared {
  readonly file: string
  readonly name: string
  readonly text: string
}

/** What is read from an entry: its exports, and what these refer to. */
export interface Surface {
  readonly exported: readonly Declared[]
  readonly behind: readonly Declared[]
}

const printer = ts.createPrinter({ removeComments: true })

/** The part of a statement that declares a name: of a `const`, the one variable. */
const declarationsOf = (symbol: ts.Symbol): readonly ts.Declaration[] =>
  (symbol.declarations ?? []).filter(
    (each) =>
      ts.isInterfaceDeclaration(each) ||
      ts.isTypeAliasDeclaration(each) ||
      ts.isFunctionDeclaration(each) ||
      ts.isVariableDeclaration(each),
  )

/** Whether the declaration is at the top level of its file. */
const isTop = (each: ts.Declaration): boolean =>
  ts.isSourceFile(ts.isVariableDeclaration(each) ? each.parent.parent.parent : each.parent)

const isType = (each: ts.Declaration): boolean =>
  ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each)

const textOf = (each: ts.Declaration): string => {
  const text = printer.printNode(ts.EmitHint.Unspecified, each, each.getSourceFile())
  const bare = text.replace(/^(export )?(declare )?/, '')
  return ts.isVariableDeclaration(each) ? `const ${bare}` : bare
}

/**
 * Reads the surface of entries: their files, the names of values, and the folder of the package.
 */
export const surfacesOf = (
  entries: readonly { readonly file: string; readonly values: ReadonlySet<string> }[],
  home: string,
): readonly Surface[] => {
  const program = ts.createProgram({
    rootNames: entries.map(({ file }) => file),
    options: {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      strict: true,
      types: [],
      noEmit: true,
    },
  })
  const checker = program.getTypeChecker()

  const resolved = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

  const fileOf = (each: ts.Declaration): string | null => {
    const { fileName } = each.getSourceFile()
    return fileName.startsWith(home) ? fileName.slice(home.length).replace(/\.d\.ts$/, '') : null
  }

  /** The names that a declaration takes from other declarations. */
  const referredTo = (node: ts.Node, found: Set<ts.Symbol>): void => {
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node)
      if (symbol !== undefined) found.add(resolved(symbol))
    }
    ts.forEachChild(node, (child) => referredTo(child, found))
  }

  const declared = (symbol: ts.Symbol, name: string, isValue: boolean): readonly Declared[] =>
    declarationsOf(symbol).flatMap((each) => {
      const file = fileOf(each)
      return file === null || !(isValue || isType(each)) ? [] : [{ file, name, text: textOf(each) }]
    })

  const seen = new Set<ts.Symbol>()
  const surfaces = entries.map(({ file, values }) => {
    const source = program.getSourceFile(file)
    const entry = source && checker.getSymbolAtLocation(source)
    const exports = entry === undefined ? [] : checker.getExportsOfModule(entry)
    const exported = exports.flatMap((symbol) =>
      declared(resolved(symbol), symbol.name, values.has(symbol.name)),
    )
    return { exported, symbols: exports.map(resolved) }
  })
  for (const symbol of surfaces.flatMap(({ symbols }) => symbols)) seen.add(symbol)

  return surfaces.map(({ exported, symbols }) => {
    const behind: Declared[] = []
    const open = [...symbols]
    for (let symbol = open.pop(); symbol !== undefined; symbol = open.pop()) {
      const found = new Set<ts.Symbol>()
      for (const each of declarationsOf(symbol)) referredTo(each, found)
      for (const next of found) {
        if (seen.has(next) || !declarationsOf(next).some(isTop)) continue
        seen.add(next)
        const own = declared(next, next.name, true)
        behind.push(...own)
        if (own.length > 0) open.push(next)
      }
    }
    return { exported, behind }
  })
}
