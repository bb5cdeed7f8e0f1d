import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Bench } from "../harness/bench.ts";
import { freePort } from "../harness/free-port.ts";
import { type Running, startProcess } from "../harness/processes.ts";
import { ask, browser, headerOf, headersToAdd, type ReceivedReply } from "../harness/replies.ts";

/** A proxy that sends the reply to every request by itself: its configuration, at its best, and how it is started. */
interface Peer {
  configure(folder: string, port: number, reply: ReceivedReply): string;
  args(folder: string, file: string): string[];
}

/** The servers in which people keep a maintenance page when they have no Backsoon, by the program's name. */
export const peerPrograms: Record<string, Peer> = {
  /** The file stays open, nothing is logged, and connections live long. */
  nginx: {
    configure: (folder, port, reply) => `
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
        default_type "${headerOf(reply, "content-type")}";
        ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder};`).join("\n")}
        server {
          listen 127.0.0.1:${port};
          root ${folder};
          error_page 503 /page;
          location / { return 503; }
          location = /page {
            internal;
            ${headersToAdd(reply)
              .map(([name, value]) => `add_header ${name} ${quoted(value)} always;`)
              .join("\n")}
          }
        }
      }`,
    args: (folder, file) => ["-c", file, "-p", folder, "-e", "stderr", "-g", "daemon off; pid nginx.pid;"],
  },
  haproxy: {
    configure: (folder, port, reply) => `
      global
        nbthread 1
      defaults
        mode http
        timeout client 60s
        timeout connect 5s
        timeout server 60s
      frontend all
        bind 127.0.0.1:${port}
        http-request return status 503 content-type ${quoted(headerOf(reply, "content-type"))} file ${join(folder, "page")} ${headersToAdd(
          reply,
        )
          .map(([name, value]) => `hdr ${name} ${quoted(value.replaceAll("%", "%%"))}`)
          .join(" ")}\n`,
    args: (_folder, file) => ["-db", "-f", file],
  },
  caddy: {
    configure: (folder, port, reply) => `{
      admin off
      auto_https off
    }
    http://127.0.0.1:${port} {
      root * ${folder}
      rewrite * /page
      header {
        ${[["Content-Type", headerOf(reply, "content-type")], ...headersToAdd(reply)]
          .map(([name = "", value = ""]) => `${name} ${quoted(value)}`)
          .join("\n        ")}
      }
      file_server {
        status 503
      }
    }\n`,
    args: (_folder, file) => ["run", "--adapter", "caddyfile", "--config", file],
  },
};

/** Starts a peer that sends a stored reply, on one core. @throws Error if it does not */
export async function startPeer(
  bench: Bench,
  name: string,
  program: string,
  reply: ReceivedReply,
): Promise<Running> {
  const peer = peerPrograms[name];
  if (!peer) throw new Error(`There is no peer ${name}`);
  const port = await freePort();
  const file = join(bench.folder, `${name}.conf`);
  writeFileSync(join(bench.folder, "page"), reply.body);
  writeFileSync(file, peer.configure(bench.folder, port, reply));
  const env = { ...process.env, GOMAXPROCS: "1", HOME: bench.folder };
  const child = startProcess(bench, [program, ...peer.args(bench.folder, file)], env, "server");
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    const found = await ask(url, browser).catch(() => undefined);
    if (found?.body.equals(reply.body)) {
      return { pid: child.pid ?? 0, url, stop: async () => void child.kill() };
    }
    await sleep(50);
  }
  throw new Error(`${name} did not serve the page`);
}

function quoted(value: string): string {
  return `"${value.replaceAll('"', '\\"')}"`;
}
