/** The look-up that would show more: the entity itself, or the list of all actions on it. */
export type LookUp = 'entity' | 'actions'
