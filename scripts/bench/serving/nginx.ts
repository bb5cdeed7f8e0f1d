import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startService } from "../against/servers.ts";
import { compare } from "../figures/compare.ts";
import { aimAtLeast, unmeasuredRow } from "../figures/row.ts";
import type { Bench, Measurement } from "../harness/bench.ts";
import { freePort } from "../harness/free-port.ts";
import { load, loadRows } from "../harness/load.ts";
import { type Running, start } from "../harness/processes.ts";
import { findProgram } from "../harness/programs.ts";
import { ask, askSettled, browser, type StoredReply } from "../harness/replies.ts";

const what = "page, HTML and brotli";

export const nginx: Measurement = {
  does: "The same page, 50 connections, against one worker of nginx that serves the same compressed file by `error_page 503`, both on one core.",
  async measure(bench) {
    const program = findProgram("nginx");
    if (!program) return [unmeasuredRow(`${what}, against nginx`, "nginx is not installed")];
    const ours = await startService(bench);
    const theirs = await startNginx(bench, program, await askSettled(ours.url, browser));
    const asked = { requests: [{ headers: browser }], status: 503 };
    const found = await compare(
      () => load(ours, asked),
      () => load(theirs, asked),
    );
    return loadRows(what, "nginx, one worker", found, [aimAtLeast(0.6)]);
  },
};

async function startNginx(bench: Bench, program: string, reply: StoredReply): Promise<Running> {
  const port = await freePort();
  const file = join(bench.folder, "nginx.conf");
  writeFileSync(join(bench.folder, "page"), reply.body);
  writeFileSync(file, configuration(bench.folder, port, reply));
  const args = ["-c", file, "-p", bench.folder, "-e", "stderr", "-g", "daemon off; pid nginx.pid;"];
  const child = start(bench, [program, ...args], process.env, "server");
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    const found = await ask(url, browser).catch(() => undefined);
    if (found?.body.equals(reply.body))
      return { pid: child.pid ?? 0, url, stop: async () => void child.kill() };
    await sleep(50);
  }
  throw new Error("nginx did not serve the page");
}

/** nginx at its best: a file that stays open, no log, and long-lived connections. */
function configuration(folder: string, port: number, { headers }: StoredReply): string {
  const [type] = valuesOf(headers, (name) => name === "content-type");
  const others = headers.flatMap((name, index) =>
    index % 2 === 0 && !["content-type", "content-length"].includes(name.toLowerCase())
      ? [`add_header ${name} "${headers[index + 1]}" always;`]
      : [],
  );
  return `
    # Root's workers would be nobody, who may not read the folder.
    ${process.getuid?.() === 0 ? "user root root;" : ""}
    worker_processes 1;
    events { worker_connections 1024; }
    http {
      access_log off;
      sendfile on;
      tcp_nopush on;
      keepalive_requests 1000000000;
      open_file_cache max=10;
      etag off;
      types {}
      default_type "${type}";
      ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder};`).join("\n")}
      server {
        listen 127.0.0.1:${port};
        root ${folder};
        error_page 503 /page;
        location / { return 503; }
        location = /page {
          internal;
          ${others.join("\n")}
        }
      }
    }`;
}

function valuesOf(headers: string[], isWanted: (name: string) => boolean): string[] {
  return headers.filter(
    (_value, index) => index % 2 === 1 && isWanted(headers[index - 1]?.toLowerCase() ?? ""),
  );
}
