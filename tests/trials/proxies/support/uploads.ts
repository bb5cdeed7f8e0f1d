import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { temporaryFolder } from "../../../support/folder.ts";

const run = promisify(execFile);
const maxBuffer = 10 * 1024 * 1024;

/** Uploads a body so many times; gives what came each time: "notice" or, in words, something else. */
type Upload = (url: string, bytes: number, times: number) => Promise<string[]>;

/** Programs that upload in ways of their own: some listen while they send, some only afterwards. */
export const uploadClients: Record<string, Upload> = {
  curl: async (url, bytes, times) => {
    const file = join(temporaryFolder(), "body");
    writeFileSync(file, Buffer.alloc(bytes));
    const args = ["-sSi", "-H", "Content-Type: application/octet-stream", "--data-binary", `@${file}`, url];
    return repeat(times, async () => {
      const { stdout } = await run(inject("clients").curl, args, { maxBuffer });
      // It has asked whether to send it, and prints the answer to that as well.
      return outcomeOf(stdout.replace(/^HTTP\/1\.1 100 .*?\r\n\r\n/s, ""));
    });
  },
  fetch: (url, bytes, times) =>
    repeat(times, async () => {
      const answer = await fetch(url, { method: "POST", body: Buffer.alloc(bytes) });
      const isWhole = (await answer.text()).endsWith("</html>\n");
      const isOurs = answer.status === 503 && answer.headers.has("maintenance-notice");
      return isWhole && isOurs ? "notice" : String(answer.status);
    }),
  Python: async (url, bytes, times) => {
    const args = ["-c", python, new URL(url).host, bytes, times].map(String);
    const { stdout } = await run(inject("clients").python3, args);
    return stdout.trim().split("\n");
  },
  "a bare socket": (url, bytes, times) => repeat(times, () => exchangeOnce(url, bytes)),
};

/** Sends all of a body before it listens. */
const python = `
import http.client, sys
_, host, bytes, times = sys.argv
for time in range(int(times)):
    connection = http.client.HTTPConnection(host, timeout=60)
    try:
        connection.request("POST", "/upload", b"x" * int(bytes))
        answer = connection.getresponse()
        isOurs = answer.status == 503 and answer.getheader("Maintenance-Notice")
        print("notice" if isOurs and answer.read().endswith(b"</html>\\n") else answer.status)
    except Exception as error:
        print(error)
`;

/** Listens while it sends. */
function exchangeOnce(url: string, bytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const { host, port } = new URL(url);
    const socket = connect(Number(port), "127.0.0.1");
    let text = "";
    // Who has the answer whole has it, also when the connection is cut off under what is still being sent.
    socket.on("error", (error) => (text === "" ? reject(error) : resolve(outcomeOf(text))));
    socket.setEncoding("utf8").on("data", (chunk) => (text += chunk));
    socket.on("end", () => resolve(outcomeOf(text)));
    socket.write(`POST / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n`);
    socket.write(Buffer.alloc(bytes));
  });
}

/** What came back as it went over the line: the notice, whole, or else how it begins. */
function outcomeOf(text: string): string {
  const isNotice = /^HTTP\/1\.\d 503 .*^maintenance-notice: \d+\r$.*<\/html>\n$/ims.test(text);
  return isNotice ? "notice" : text.slice(0, 80);
}

async function repeat(times: number, once: () => Promise<string>): Promise<string[]> {
  const outcomes: string[] = [];
  for (let time = 0; time < times; time += 1) {
    outcomes.push(await once().catch(({ message, cause }) => cause?.message ?? message));
  }
  return outcomes;
}
