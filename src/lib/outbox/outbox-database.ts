/** The name of the database in which the outbox waits. Alone here, because every page has it in its first load. */
export const outboxDatabase = 'champa-outbox'
