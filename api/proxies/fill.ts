import type { ProxyOptions, Samples } from "./proxy.ts";

/** A part with its samples replaced: a line that has one is repeated for each value, and left out where there is none. */
export function fill(text: string, samples: Samples): string {
  // The longest first, so that a sample may stand within another.
  const keys = Object.keys(samples).sort((one, other) => other.length - one.length);
  const anySample = new RegExp(keys.map((key) => key.replaceAll(".", "\\.")).join("|"), "g");
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

/** What the samples in the parts of every proxy stand for. */
export function samplesOf(options: ProxyOptions): Samples {
  const { app, backsoon, second, postReads, onlyPath, onlyHost, staff, staffAddress, files, editor } =
    options;
  const { retryAfter = 120 } = options;
  return {
    "127.0.0.1:3000": app,
    "127.0.0.1:8080": [backsoon],
    "127.0.0.1:8090": listed(second),
    "/login": postReads,
    "/shop": listed(onlyPath),
    "shop.example": listed(onlyHost),
    STAFF_LINK: listed(staff?.link),
    STAFF_COOKIE: listed(staff?.cookie),
    "Max-Age=14400": [`Max-Age=${staff?.maxAge}`],
    "192.0.2.7": staffAddress,
    "/srv/backsoon": listed(files),
    // One of three, the last a tenth later.
    " 120": [` ${retryAfter}`],
    " 126": [` ${retryAfter + Math.floor(retryAfter / 20)}`],
    " 132": [` ${retryAfter + Math.floor(retryAfter / 10)}`],
    "notice.example.com": listed(editor),
  };
}

function listed(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}
