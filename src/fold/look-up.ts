/** The look-up that shows more: of the entity itself, or of the list of all actions on it. */
export type LookUp = 'entity' | 'actions'
