import { memoryStore } from 'payfold/desk'
import { storageLaws } from 'payfold/testing'

/** Replace this with a store of yours: an empty one, and the same one as another process opens it. */
const open = async () => {
  const store = memoryStore()
  return { store, again: async () => store }
}

for (const { name, check } of storageLaws(open)) {
  await check()
  console.log(name)
}
