import { isIP } from "node:net";

/** The folder of the switch, unless SWITCH sets another. */
export const defaultSwitchFolder = "/etc/backsoon/switch";

/** An operator's choices for their proxy. Addresses are `host:port`, paths begin with `/`. */
export interface ProxyOptions {
  app: string[];
  backsoon: string;
  second?: string;
  /** Whether a file switches the notice on for everybody. */
  switch: boolean;
  /** Whether a file sends requests that write to the notice. */
  readOnly: boolean;
  /** The paths whose POST only reads. */
  postReads: string[];
  /** The paths that go to the app whatever a switch says, and all below them. */
  exceptPath: string[];
  /** What the switches are limited to, if anything. */
  onlyPath?: string;
  onlyHost?: string;
  /** The secrets by which staff still see the app. */
  staff?: StaffSecrets;
  staffAddress: string[];
  /** The folder of exported pages, for when Backsoon is down as well. */
  pages?: string;
  switchFolder?: string;
  /** Whether the machine has the group `backsoon`, whose members turn HAProxy's switch. */
  hasGroup?: boolean;
  resolver?: string;
  /** Names that are only in /etc/hosts, so that DNS cannot be asked for them. */
  localNames: string[];
  editor?: string;
}

/** Two secrets: one in the staff link's URL, and one only in the cookie. */
export interface StaffSecrets {
  link: string;
  cookie: string;
  /** How long the cookie lasts, in seconds. */
  maxAge: number;
}

/** Whether an address has a name that may come and go in DNS. */
export function hasName(address: string, { localNames }: ProxyOptions): boolean {
  return isHostName(address) && !localNames.includes(hostOf(address));
}

export const isHostName = (address: string): boolean => isIP(hostOf(address).replace(/^\[|\]$/g, "")) === 0;

export const hostOf = (address: string): string => address.replace(/:\d+$/, "");

/** The paths that no switch takes from the app: certificates are renewed below the first. */
export function exceptionsOf({ exceptPath }: ProxyOptions): string[] {
  return ["/.well-known/acme-challenge", ...exceptPath.map((path) => path.replace(/\/$/, ""))];
}

export const exceptionPattern = (options: ProxyOptions): string =>
  exceptionsOf(options)
    .map((path) => path.replaceAll(".", "\\."))
    .join("|");

/** Whether a file switches the notice on, for everybody or for writes. */
export const hasSwitch = (options: ProxyOptions): boolean => options.switch || options.readOnly;

export const switchNote = (options: ProxyOptions): string[] =>
  hasSwitch(options)
    ? [`The switch needs its folder: install -d -m 755 ${options.switchFolder ?? defaultSwitchFolder}`]
    : [];

/** A file for the operator's folder, made of parts. */
export interface ProxyFile {
  name: string;
  /** Where its line (or its text) goes in their configuration, such as "in `server`". */
  goes: string;
  /** The line that includes the file; without it, the text itself is pasted. */
  include?(path: string): string;
  /** Where that line goes, if not where the text goes. */
  includedIn?: string;
  /** The file names of its parts; none if the file is not needed. */
  parts(options: ProxyOptions): string[];
  /** What an optional file is for: its line is then a comment with this text. */
  choice?: string;
}

/** The recipe of a proxy. Its parts are files in the proxy's own language, in a folder of its name. */
export interface Recipe {
  files: ProxyFile[];
  /** The parts of a complete configuration. Each line `# here: NAME` stands for the text of a file. */
  whole(options: ProxyOptions): string[];
  /** More samples in this proxy's parts, and their values. */
  values?(options: ProxyOptions): Samples;
  /** The command that tests a configuration: the installed one with our files in a folder, or a complete one. */
  test(folder: string | undefined, whole: string | undefined): [program: string, ...args: string[]];
  /** What of the installed configuration differs from what Backsoon needs, one sentence each. */
  differences?(configuration: string, options: ProxyOptions): string[];
  /** The file of that configuration, if the test does not print it. */
  installed?: string;
  /** What an operator must know, one sentence each. */
  notes?(options: ProxyOptions): string[];
}

/** The values that replace a sample in a part: each value gets its own line. */
export type Samples = Record<string, readonly string[]>;
