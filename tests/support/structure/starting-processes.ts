/** The folders of tests in which every file may start processes and browsers. */
export const processFolders = ["browser", "faults", "postgres", "proxies", "trials"];

/** How a file of tests is called that may start processes and is in none of those folders. */
export const processSuffix = ".process.test.ts";

/** Whether a file of tests may start processes, by its path from the project's folder. */
export function mayStartProcesses(file: string): boolean {
  return file.endsWith(processSuffix) || processFolders.some((folder) => file.startsWith(`tests/${folder}/`));
}
