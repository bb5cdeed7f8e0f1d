import { readFileSync } from "node:fs";
import { apache } from "./apache/apache.ts";
import { caddy } from "./caddy/caddy.ts";
import { haproxy } from "./haproxy/haproxy.ts";
import { nginx } from "./nginx/nginx.ts";
import {
  defaultSwitchFolder,
  type ProxyFile,
  type ProxyOptions,
  type Recipe,
  type Samples,
} from "./proxy.ts";

/** The samples in the parts of all proxies, and the values that replace them. `values` of each recipe has its own. */
function samplesOf(options: ProxyOptions): Samples {
  const { app, backsoon, second, postReads, onlyPath, onlyHost, staff, staffAddress, pages, editor } =
    options;
  return {
    "127.0.0.1:3000": app,
    "127.0.0.1:8080": [backsoon],
    "127.0.0.1:8090": listed(second),
    "/login": postReads,
    "/shop": listed(onlyPath?.replace(/\/$/, "")),
    "shop.example": listed(onlyHost),
    STAFF_LINK: listed(staff?.link),
    STAFF_COOKIE: listed(staff?.cookie),
    "Max-Age=14400": [`Max-Age=${staff?.maxAge}`],
    "192.0.2.7": staffAddress,
    "/srv/backsoon": listed(pages),
    [defaultSwitchFolder]: [options.switchFolder ?? defaultSwitchFolder],
    "notice.example.com": listed(editor),
  };
}

export interface FilledFile extends ProxyFile {
  text: string;
}

/** The files that an operator's proxy needs, filled in; files without parts are left out. */
export function filesOf(name: ProxyName, options: ProxyOptions): FilledFile[] {
  return proxies[name].files.flatMap((file) => {
    const parts = file.parts(options);
    return parts.length > 0 ? [{ ...file, text: textOf(name, parts, options) }] : [];
  });
}

/** The text of a file for pasting: an optional file is commented out. */
export function pastedOf({ text, choice }: FilledFile): string {
  return choice === undefined ? text.trimEnd() : text.trimEnd().replace(/^(?=[^#\n])/gm, "# ");
}

/** A complete configuration: each line `# here: NAME` becomes that file, or nothing if the file is not needed. */
export function wholeOf(name: ProxyName, options: ProxyOptions): string {
  const files = filesOf(name, options);
  const whole = textOf(name, proxies[name].whole(options), options);
  return whole.replace(/(\n?)\n([ \t]*)# here: (\S+)$/gm, (_, blank, indent, own) => {
    const file = files.find(({ name }) => name === own);
    if (file === undefined) return "";
    const told = file.choice === undefined ? "" : `# ${file.choice}:\n`;
    return `${blank}\n${`${told}${pastedOf(file)}`.replace(/^(?=.)/gm, indent)}`;
  });
}

function textOf(name: ProxyName, parts: string[], options: ProxyOptions): string {
  const proxy: Recipe = proxies[name];
  const samples = { ...samplesOf(options), ...proxy.values?.(options) };
  const read = (part: string) => readFileSync(new URL(`./${name}/${part}`, import.meta.url), "utf8");
  return fill(parts.map(read).join("\n"), samples);
}

/** Replaces the samples in a part: their line is repeated for each value, and left out if there is none. */
function fill(text: string, samples: Samples): string {
  // The longest first, as a sample may contain another.
  const keys = Object.keys(samples).sort((one, other) => other.length - one.length);
  const anySample = new RegExp(keys.map((key) => key.replace(/[.$]/g, "\\$&")).join("|"), "g");
  return text
    .split("\n")
    .flatMap((line) => {
      const named = [...new Set(line.match(anySample))];
      const choices = named.reduce<Record<string, string>[]>(
        (all, key) =>
          all.flatMap((chosen) => (samples[key] ?? []).map((value) => ({ ...chosen, [key]: value }))),
        [{}],
      );
      return choices.map((chosen) => line.replace(anySample, (key) => chosen[key] ?? key));
    })
    .join("\n");
}

function listed(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}

export const proxies = { nginx, haproxy, caddy, apache };

export type ProxyName = keyof typeof proxies;
