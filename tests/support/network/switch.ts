import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { ProxyName } from "../setup/proxies.ts";

const run = promisify(execFile);

/** What a recipe's switch can be turned to, and the words before its command in the recipe. */
const positions = { on: "everything", "read-only": "what writes, alone", off: "and back" };

/** Turns the switch of a recipe whose folder is `flags`, by the command that the recipe itself gives. */
export async function turn(
  [proxy, file]: [ProxyName, string],
  flags: string,
  to: keyof typeof positions,
): Promise<void> {
  const recipe = readFileSync(`docs/deploy/${file}`, "utf8");
  const commands =
    proxy === "haproxy"
      ? [new RegExp(`^# +${positions[to]} {2,}(.*)$`, "m").exec(recipe)?.[1]]
      : [...recipe.matchAll(/^# .* (touch \S+) +and back: (rm \S+)$/gm)].flatMap(([, on = "", off = ""]) => {
          if (to === "off") return [`${off} -f`];
          return on.endsWith(`/${to}`) ? [on] : [];
        });
  expect(commands).not.toEqual([]);
  for (const command of commands) {
    const here = String(command).replaceAll("/etc/backsoon", flags).replaceAll("/run/haproxy", flags);
    const { stdout } = await run("sh", ["-c", here]);
    if (proxy === "haproxy") expect(stdout).toMatch(new RegExp(` notice ${to}\\n`));
  }
}
