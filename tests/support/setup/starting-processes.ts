/** Every test in these folders may start processes and browsers. */
export const processFolders = ["browser", "faults", "postgres", "proxies", "trials"];

/** The names of other test files that may do so. */
export const processSuffix = ".process.test.ts";
