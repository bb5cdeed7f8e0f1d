import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { marker } from "../../../schema/notice/protocol.ts";
import type { Bench } from "../harness/bench.ts";
import { freePort } from "../harness/free-port.ts";
import { type Running, startProcess, stopProcess } from "../harness/processes.ts";
import { ask, headerOf, headersToAdd, type ReceivedReply, receive } from "../harness/replies.ts";
import { outputOf } from "../harness/whole-process.ts";
import { environment, notice } from "./servers.ts";

/** How long a web server may take until it serves the page, in ms. */
const servingTimeoutMs = 10_000;

/** What a web server is told: where it listens and finds things, and the app's port, at which nobody listens. */
interface Place {
  folder: string;
  port: number;
  app: number;
  /** The folder of the switch. */
  flags: string;
}

/** A running web server with a switch: a file `on` in this folder. */
export interface Switched extends Running {
  flags: string;
}

/** A web server in front of an app: how it runs, by an export's own file and by hand with one static page. */
interface WebServer {
  /** What must differ on a machine that does other things, too. */
  adapt(configuration: string, place: Place): string;
  /** One page in one language and one coding, at `page`, with the headers of a reply, for when the app cannot be reached. */
  staticPage(place: Place, page: string, reply: ReceivedReply): string;
  args(file: string, folder: string): string[];
}

const nginxTemporaries = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
  .map((name) => `${name}_temp_path ${name};`)
  .join(" ");
// Root's workers would be nobody, who may not read the folder.
const nginxMain = `${process.getuid?.() === 0 ? "user root root; " : ""}worker_processes 1;`;

/** The web servers that serve an export, by the program's name. */
export const webServers: Record<string, WebServer> = {
  nginx: {
    adapt: (configuration) =>
      configuration
        .replace("worker_processes auto;", nginxMain)
        .replace("http {", `http { ${nginxTemporaries}`),
    staticPage: ({ port, app, flags }, page, reply) => `
      ${nginxMain}
      events {}
      http {
        ${nginxTemporaries}
        access_log off;
        map $http_upgrade $connection_upgrade { default upgrade; "" ""; }
        upstream app { server 127.0.0.1:${app}; }
        server {
          listen 127.0.0.1:${port};
          proxy_http_version 1.1;
          proxy_set_header Upgrade $http_upgrade;
          proxy_set_header Connection $connection_upgrade;
          proxy_set_header Host $http_host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_set_header X-Forwarded-Proto $scheme;
          location / {
            if (-f ${flags}/on) { return 502; }
            proxy_pass http://app;
            error_page 502 504 =503 /page;
          }
          location = /page {
            internal;
            alias ${page};
            etag off;
            max_ranges 0;
            types {}
            default_type "${headerOf(reply, "content-type")}";
            add_header Last-Modified "" always;
            ${headersToAdd(reply)
              .map(([name, value]) => `add_header ${name} "${value}" always;`)
              .join("\n            ")}
          }
        }
      }\n`,
    // It logs each request that the app did not take, on both sides.
    args: (file, folder) => ["-c", file, "-p", folder, "-e", "/dev/null", "-g", "daemon off; pid nginx.pid;"],
  },
  caddy: {
    adapt: (configuration) => configuration,
    staticPage: ({ port, app, flags }, page, reply) => `{
      admin off
      log default {
        exclude http.log.error
      }
    }
    :${port} {
      @on file {
        root ${flags}
        try_files on
      }
      route @on {
        error 503
      }
      reverse_proxy 127.0.0.1:${app} {
        transport http {
          dial_timeout 2s
        }
      }
      handle_errors {
        rewrite * /page
        header {
          -Etag
          -Last-Modified
          -Accept-Ranges
          Content-Type "${headerOf(reply, "content-type")}"
          ${headersToAdd(reply)
            .map(([name, value]) => `${name} "${value}"`)
            .join("\n          ")}
          defer
        }
        file_server {
          root ${dirname(page)}
          status 503
        }
      }
    }\n`,
    args: (file) => ["run", "--adapter", "caddyfile", "--config", file],
  },
};

/** Starts a web server by the configuration that the command prints for an export, its app away. */
export async function startExported(
  bench: Bench,
  name: string,
  program: string,
  exported: string,
): Promise<Switched> {
  const args = [notice, "export", exported, "--proxy", name];
  const configuration = await outputOf(bench, args, environment(bench));
  return startByFile(bench, `${name}-exported`, name, program, configuration);
}

/** Starts a web server by the text of a recipe of ours, its app away. @throws Error if it does not serve the page */
export async function startByFile(
  bench: Bench,
  label: string,
  name: string,
  program: string,
  configuration: string,
): Promise<Switched> {
  const place = await placeOf(bench, label);
  const ports: Record<string, number> = { 3000: place.app, 8000: place.port, 8001: await freePort() };
  const here = configuration
    .replace(/\b(?:3000|800[01])\b/g, (standard) => String(ports[standard]))
    .replaceAll("/etc/backsoon", () => place.flags);
  const adapted = serverOf(name).adapt(here, place);
  return { ...(await start(bench, name, program, place, adapted)), flags: place.flags };
}

/** Starts a web server with a static page that is the reply, word for word, its app away, too. @throws Error if it differs */
export async function startStatic(
  bench: Bench,
  name: string,
  program: string,
  reply: ReceivedReply,
  asked: Record<string, string>,
): Promise<Switched> {
  const place = await placeOf(bench, `${name}-static-${reply.body.length}`);
  const page = join(place.folder, "page");
  writeFileSync(page, reply.body);
  const running = await start(bench, name, program, place, serverOf(name).staticPage(place, page, reply));
  const sent = await receive(running.url, asked);
  const isSame = sent.status === reply.status && sent.body.equals(reply.body);
  if (!isSame || names(sent) !== names(reply))
    throw new Error(`The static page of ${name} has ${names(sent)}, and the export ${names(reply)}`);
  return { ...running, flags: place.flags };
}

async function placeOf(bench: Bench, name: string): Promise<Place> {
  const folder = join(bench.folder, name);
  const flags = join(folder, "flags");
  mkdirSync(flags, { recursive: true });
  return { folder, flags, port: await freePort(), app: await freePort() };
}

async function start(
  bench: Bench,
  name: string,
  program: string,
  { folder, port }: Place,
  configuration: string,
): Promise<Running> {
  const file = join(folder, "configuration");
  writeFileSync(file, configuration);
  const env = { ...process.env, GOMAXPROCS: "1", HOME: folder };
  const child = startProcess(bench, [program, ...serverOf(name).args(file, folder)], env, "server");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + servingTimeoutMs;
  while (child.exitCode === null && performance.now() < deadline) {
    const found = await ask(url, {}).catch(() => undefined);
    // A web server's own error is no page yet.
    if (found?.message.headers[marker.toLowerCase()])
      return { pid: child.pid ?? 0, url, stop: () => stopProcess(child) };
    await sleep(50);
  }
  throw new Error(`${name} did not serve the page: ${output}`);
}

function serverOf(name: string): WebServer {
  const server = webServers[name];
  if (!server) throw new Error(`There is no web server ${name}`);
  return server;
}

function names({ headers }: ReceivedReply): string {
  return headers
    .filter((_part, index) => index % 2 === 0)
    .map((name) => name.toLowerCase())
    .sort()
    .join(", ");
}
