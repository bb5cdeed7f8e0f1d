// Functions are named with their schema: the role may have others of the same name.

/**
 * How long ago a process reported, in seconds, by the clock of the database that is asked. A time in the future is by
 * the clock of another database, which this one has replaced.
 */
export const silence = "pg_catalog.abs(extract(epoch FROM pg_catalog.clock_timestamp() - seen_at))";

/** Whether a process has said something within a day. */
export const isThere = `${silence} < 86400`;
