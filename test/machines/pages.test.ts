/** The machines' own pages: pictures and tables, printed from the charts. */
import { describe, expect, test } from 'vitest'
import { diagram } from '../../src/inspect/diagram.ts'
import { fieldsOf } from '../../src/inspect/fields.ts'
import { picture } from '../../src/inspect/picture.ts'
import { rulesOf, table } from '../../src/inspect/table.ts'
import { byId } from '../given.ts'

describe.each(byId)('%s', (id, machine) => {
  const [name = ''] = id.split('@')
  const at = (kind: string): string => `../../docs/machines/${name}.${kind}`

  test('looks like its picture', async () => {
    await expect(`${picture(machine)}\n`).toMatchFileSnapshot(at('svg'))
  })

  test('does in every status what its page says', async () => {
    const page = [
      `# ${id}`,
      `![The states of ${id}, and what leads from one to the next](${name}.svg)`,
      'Dashed are the ways that only what is reported may take: no step of yours leads there.',
      '## Every event at every status',
      table(machine),
      '`·`: no arrow leads on. ⟨…⟩: the rules of an arrow, in a wish or a report; `wish`: in wishes alone.',
      '## Rules',
      rulesOf(machine),
      '## Events',
      fieldsOf(machine),
      '## As a diagram',
      `\`\`\`mermaid\n${diagram(machine)}\n\`\`\``,
    ]
    await expect(`${page.join('\n\n')}\n`).toMatchFileSnapshot(at('md'))
  })
})
