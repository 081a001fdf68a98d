/** Integers within bounds, both included. */
import { integer } from '../../../src/words/data/codec.ts'
import { takesOnly } from './takes-only.ts'

takesOnly(
  'the codec of integers from 100 to 599',
  integer('an HTTP status', 100, 599),
  [100, 101, 598, 599],
  [99, 600, 100.5, -100, Number.NaN, Number.POSITIVE_INFINITY, '200', null],
)
