/** Tests do not go on where whoever runs them is gone: and with them ends what they have started. */
process.once('disconnect', () => process.exit(1))
