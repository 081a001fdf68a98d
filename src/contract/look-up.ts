/** What a look-up requests: the entity itself, or the list of all actions on the entity. */
export type LookUp = 'entity' | 'actions'
