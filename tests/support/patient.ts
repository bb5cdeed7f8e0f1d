/** How long a test waits for what comes about by itself: long enough for a machine that has much else to do. */
export const patient = { timeout: 60_000, interval: 20 };

/** The same for what a service exports: the process that does so lets every other one go first. */
export const patientWithExports = { ...patient, timeout: 600_000 };
