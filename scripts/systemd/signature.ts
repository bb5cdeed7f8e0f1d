import { createHash } from "node:crypto";

/** Begins a file with who wrote it, and with the sum of what follows, by which a change of somebody else's is seen. */
export function sign(text: string, version: string): string {
  return `# Written by backsoon ${version} install --systemd, sum ${sumOf(text)}\n${text}`;
}

/** The version that wrote a file; undefined if none did, or if it has been changed since. */
export function signerOf(signed: string): string | undefined {
  const [head = "", version, sum] =
    /^# Written by backsoon (\S+) install --systemd, sum (\w+)\n/.exec(signed) ?? [];
  return sum === sumOf(signed.slice(head.length)) ? version : undefined;
}

function sumOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
