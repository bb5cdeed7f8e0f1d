/** What an operator says of their proxy. Addresses are `host:port`, paths begin with `/`. */
export interface ProxyOptions {
  /** The app's addresses, at least one. */
  app: string[];
  backsoon: string;
  /** A second Backsoon. */
  second?: string;
  /** The notice on purpose, by a file that is there or not. */
  switch: boolean;
  /** What writes goes to the notice while a file is there. */
  readOnly: boolean;
  /** The paths whose POST only reads. */
  postReads: string[];
  /** What the switches are for, where that is not everything. */
  onlyPath?: string;
  onlyHost?: string;
  /** By which staff get past the notice. */
  staff?: StaffSecrets;
  staffAddress: string[];
  /** The folder of an export, which answers in the place of Backsoon. */
  files?: string;
  /** Seconds for Retry-After, which files do not know. */
  retryAfter?: number;
  /** The editor's host name. */
  editor?: string;
}

/** Two secrets: that of the link, which is in a URL, and that of the cookie, which is in none. */
export interface StaffSecrets {
  link: string;
  cookie: string;
  /** How long the cookie lasts, in seconds. */
  maxAge: number;
}

/** A file for the operator's folder, put together of parts. */
export interface ProxyFile {
  name: string;
  /** Where its line, or its text, goes in their configuration, as "in `server`"; a line of its own says it. */
  goes: string;
  /** The line that includes it; without one, its text itself is pasted. */
  include?(path: string): string;
  /** The parts that it is made of, by the names of files in the proxy's folder; none where the file is not needed. */
  parts(options: ProxyOptions): string[];
  /** Whether it is for those alone who choose it: its line is a comment, which says what for. */
  choice?: string;
}

/** What we know of a proxy. Its parts are files in its own language, in a folder of its name beside this one. */
export interface Recipe {
  files: ProxyFile[];
  /** The part that is a whole configuration for somebody who has none. The line that includes a file stands for its text. */
  whole: string;
  /** Samples of this proxy's own that its parts name, and what stands for each. */
  values?(options: ProxyOptions): Samples;
  /** Why it cannot do what is asked, in a sentence. */
  refuses?(options: ProxyOptions): string | undefined;
  /** How the installed proxy tests a configuration: its own, with the files that we write into a folder, or a whole one. */
  test(folder: string | undefined, whole: string | undefined): [program: string, ...args: string[]];
  /** What an operator has to know, a sentence each. */
  notes?(options: ProxyOptions): string[];
}

/** A sample that stands in a part, and what takes its place: each value in a line of its own. */
export type Samples = Record<string, readonly string[]>;
