/** The machines' own pages: pictures and tables, printed from the charts. */
import { describe, expect, test } from 'vitest'
import { fieldsOf, rulesOf, table } from '../../src/inspect/picture/event-table.ts'
import { picture } from '../../src/inspect/picture/picture.ts'
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
      `![The states of ${id}, and the transitions between them](${name}.svg)`,
      'The picture leaves out transitions that only reports can take.',
      '## Every event at every status',
      table(machine),
      '`·` means no transition. ⟨…⟩ are the rules of a transition; reports need not meet rules `for commands`.',
      '## Rules',
      rulesOf(machine),
      '## Events',
      fieldsOf(machine),
    ]
    await expect(`${page.join('\n\n')}\n`).toMatchFileSnapshot(at('md'))
  })
})
