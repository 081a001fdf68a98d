/** Ends the tests, and everything they have started, if the process that runs them is gone. */
process.once('disconnect', () => process.exit(1))
