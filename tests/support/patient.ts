/** How long a test waits for what comes about by itself: long enough for a machine that has much else to do. */
export const patient = { timeout: 60_000, interval: 20 };
