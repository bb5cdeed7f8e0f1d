import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { temporaryFolder } from "../../../support/folder.ts";
import type { Stage } from "./stage.ts";

const run = promisify(execFile);
const kilobyte = 1024;
/** How often each size is uploaded. */
const sizes: [bytes: number, times: number][] = [
  [kilobyte, 5],
  [1024 * kilobyte, 5],
  [10 * 1024 * kilobyte, 1],
  [100 * 1024 * kilobyte, 1],
];

/** Programs that upload in ways of their own: curl listens while it sends, and Python only when it has sent everything. */
const programs: Record<"curl" | "Python", (url: string, bytes: number) => Promise<string>> = {
  curl: async (url, bytes) => {
    const file = join(temporaryFolder(), "body");
    writeFileSync(file, Buffer.alloc(bytes));
    const args = ["-sSi", "-H", "Content-Type: application/octet-stream", "--data-binary", `@${file}`, url];
    const { stdout } = await run(inject("clients").curl, args);
    return /^HTTP\/1\.1 503 .*^maintenance-notice: \d+\r$.*<\/html>\n$/ims.test(stdout)
      ? "notice"
      : stdout.slice(0, 80);
  },
  Python: async (url, bytes) => {
    const { stdout } = await run(inject("clients").python3, ["-c", python, new URL(url).host, String(bytes)]);
    return stdout.trim();
  },
};

const python = `
import http.client, sys
connection = http.client.HTTPConnection(sys.argv[1], timeout=60)
connection.request("POST", "/upload", b"x" * int(sys.argv[2]))
reply = connection.getresponse()
isOurs = reply.status == 503 and reply.getheader("Maintenance-Notice")
print("notice" if isOurs and reply.read().endswith(b"</html>\\n") else reply.status)
`;

/** Has a program upload each size so many times; gives "notice" for each, or in words what came instead. */
export async function uploadBy(program: keyof typeof programs, { proxy, url }: Stage): Promise<string[]> {
  // The HTTP server of Go closes half a second after a reply that came early: who is still sending then may lose it, and
  // who does not listen before having sent everything, as Python, does.
  const most = proxy !== "caddy" ? 4 : program === "Python" ? 2 : 3;
  const outcomes: string[] = [];
  for (const [bytes, times] of sizes.slice(0, most))
    for (let time = 0; time < times; time += 1)
      outcomes.push(await programs[program](url, bytes).catch(({ message }) => message));
  return outcomes;
}
