/** How long a test waits for something to happen: long enough for a busy machine. */
export const patient = { timeout: 60_000, interval: 20 };
