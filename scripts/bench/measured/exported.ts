import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newEnvironment, runNotice } from "../against/servers.ts";
import { inTurn } from "../figures/compare.ts";
import { type Bounds, comparedRow, type Row } from "../figures/row.ts";
import { freePort } from "../harness/free-port.ts";
import { newFolder, type Running, startProcess } from "../harness/processes.ts";
import { needProgram } from "../harness/programs.ts";
import { ask, browser, headerOf, type ReceivedReply } from "../harness/replies.ts";
import { load } from "../harness/wrk.ts";

/** How long nginx may take until it serves the page, in ms. */
const servingTimeoutMs = 10_000;
const headers = { ...browser, "accept-encoding": "gzip" };

/** The folder of the page and its switch, nginx's port, and the app's port, on which nobody listens. */
interface Place {
  folder: string;
  port: number;
  app: number;
}

/**
 * An export served by nginx with the lines of `notice proxy`, beside a handmade page with the same bytes and headers:
 * first while the app cannot be reached, then with both switches on, when neither asks the app.
 */
export async function exported(rounds = 7): Promise<Row[]> {
  const folder = newFolder();
  const env = newEnvironment();
  await runNotice(["init"], env);
  await runNotice(["export", folder], env);
  const configuration = await runNotice(["proxy", "nginx", "--whole", "--switch", "--files", folder], env);
  const ours = await startNginx((place) => ofExport(configuration, place));
  const reply = await ask(ours.url, headers);
  const theirs = await startNginx((place) => byHand(reply, place));
  const sent = await ask(theirs.url, headers);
  if (!sent.body.equals(reply.body) || sent.headers.length !== reply.headers.length)
    throw new Error("The page by hand is not what the export sends.");

  const compare = async (how: string, bounds: Bounds): Promise<Row> => {
    const one = (side: Running) => () => load(side, { path: "/", headers, status: 503 }, 50);
    const found = await inTurn(one(ours), one(theirs), rounds);
    const what = `export by nginx, ${how}: CPU time`;
    return comparedRow(what, "a page by hand", found, { cpu: "µs", rate: "requests/s" }, bounds);
  };
  // Both ask the app first. Then ours selects the language, the format and the coding.
  const away = await compare("app away", { must: 1.75 });
  for (const { folder } of [ours, theirs]) writeFileSync(join(folder, "on"), "");
  return [away, await compare("switched on", {})];
}

/** Starts nginx as one process on the server's core. @throws Error if it does not serve the page */
async function startNginx(configure: (place: Place) => string): Promise<Running & Place> {
  const place = { folder: newFolder(), port: await freePort(), app: await freePort() };
  const file = join(place.folder, "nginx.conf");
  writeFileSync(file, configure(place));
  // nginx would log each request that the app did not take.
  const args = ["-c", file, "-p", place.folder, "-e", "/dev/null"];
  const alone = ["-g", "daemon off; master_process off; pid nginx.pid;"];
  const started = startProcess([needProgram("nginx"), ...args, ...alone], process.env, "server");
  const url = `http://127.0.0.1:${place.port}`;
  const deadline = performance.now() + servingTimeoutMs;
  while (performance.now() < deadline) {
    const found = await ask(url, headers).catch(() => undefined);
    if (found && headerOf(found, "content-encoding") === "gzip") return { ...started, ...place, url };
    await sleep(50);
  }
  throw new Error("nginx did not serve the page.");
}

/** Keeps nginx's temporary files in its own folder. */
const http = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].reduce(
  (text, name) => `${text} ${name}_temp_path ${name};`,
  "http {",
);

/** The export's configuration, with the ports and the switch of this place. */
function ofExport(configuration: string, { folder, port, app }: Place): string {
  return configuration
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${app}`)
    .replaceAll("listen 8000", `listen 127.0.0.1:${port}`)
    .replaceAll("/etc/backsoon/switch", folder)
    .replace("http {", http);
}

/** A handmade configuration: one page in one language and coding, and a switch of one file. */
function byHand(reply: ReceivedReply, { folder, port, app }: Place): string {
  writeFileSync(join(folder, "page"), reply.body);
  const ofNginx = ["content-type", "content-length", "server"];
  const added = reply.headers.filter(([name]) => !ofNginx.includes(name.toLowerCase()));
  return `
    events {}
    ${http}
      access_log off;
      server {
        listen 127.0.0.1:${port};
        location / {
          if (-f ${folder}/on) { return 502; }
          proxy_pass http://127.0.0.1:${app};
          error_page 502 504 =503 /page;
        }
        location = /page {
          internal;
          alias ${folder}/page;
          etag off;
          max_ranges 0;
          types {}
          default_type "${headerOf(reply, "content-type")}";
          add_header Last-Modified "" always;
          ${added.map(([name, value]) => `add_header ${name} "${value}" always;`).join("\n")}
        }
      }
    }\n`;
}
