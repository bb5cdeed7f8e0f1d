/** What the configuration of a web server is made with: nothing of the notice. */
export interface ConfigurationOptions {
  /** The folder of the export; absolute. */
  folder: string;
  /** Seconds for Retry-After. */
  retryAfter: number;
}
