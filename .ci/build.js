// @ts-check
/**
 * What `npm run build` runs: it makes `dist` again. It makes declarations and bundles in a folder beside it,
 * then moves what is different, file by file: a process that loads `dist` meanwhile finds each file. If the
 * compiler reports an error, `dist` stays as it was. If the variable BUILT is set, as in `.ci/run`, `dist` is left
 * alone, because the examples run from it at the same time.
 */
import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.js'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'dist')

/** The paths of the files in a folder; none if there is no such folder. @param {string} folder */
const filesIn = (folder) => {
  try {
    const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    return all.flatMap((each) =>
      each.isFile() ? join(each.parentPath, each.name).slice(folder.length + 1) : [],
    )
  } catch {
    return []
  }
}

/** Whether two files have the same bytes. @param {string} one @param {string} other */
const isSame = (one, other) => {
  try {
    return readFileSync(one).equals(readFileSync(other))
  } catch {
    return false
  }
}

/**
 * Names fp-ts by its public path: a declaration is read in other packages, which cannot see the
 * imports of this one. @param {string} file
 */
const nameFpTs = (file) => {
  const text = readFileSync(file, 'utf8')
  const named = text.replaceAll(/(["'])#fp-ts\/(\w+)\1/g, '$1fp-ts/lib/$2.js$1')
  if (named !== text) writeFileSync(file, named)
}

/** Makes `dist` equal to a folder of compiled files, and at no time has less in it. @param {string} made */
const replaceBy = (made) => {
  const files = filesIn(made)
  for (const file of files) {
    const [from, to] = [join(made, file), join(dist, file)]
    if (isSame(from, to)) continue
    mkdirSync(dirname(to), { recursive: true })
    renameSync(from, to)
  }
  const kept = new Set(files)
  for (const file of filesIn(dist)) if (!kept.has(file)) rmSync(join(dist, file), { force: true })
}

if (process.env['BUILT'] === undefined) {
  const made = mkdtempSync(join(root, 'dist-'))
  try {
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const declarations = ['--emitDeclarationOnly', '--declarationMap']
    const args = [compiler, '--project', root, '--outDir', made, ...declarations]
    process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
    if (process.exitCode === 0) {
      await bundle(root, made)
      for (const file of filesIn(made)) if (file.endsWith('.d.ts')) nameFpTs(join(made, file))
      replaceBy(made)
    }
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}
