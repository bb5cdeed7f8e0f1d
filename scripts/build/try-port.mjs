// Reports a used port before the build, because the first build takes minutes. If anything else is wrong or unclear, this
// does nothing: the service reads the settings properly and reports the problem.
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";

let lines = "";
try {
  if (statSync(".env").isFile()) lines = readFileSync(".env", "utf8").replace(/^\s*#.*$/gm, "");
} catch {}
const [host, port] = [setting("HOST", "127.0.0.1"), setting("PORT", "8080")];
// With a socket from systemd, the service uses neither. Port 0 is always free.
if (host && /^[1-9]\d*$/.test(port) && port < 65536 && !process.env.LISTEN_FDS) {
  const server = createServer().on("error", ({ code }) => {
    if (code !== "EADDRINUSE") return;
    const fault = `Cannot listen on ${host}:${port} (another program is listening there)`;
    process.stderr.write(
      `${fault}: stop the program that uses it, or set HOST and PORT to another address.\n`,
    );
    process.exitCode = 1;
  });
  server.listen({ host, port }, () => server.close());
}

/** A setting; undefined if `.env` may set it in a way that this cannot read. A variable that is not empty wins. */
function setting(name, standard) {
  if (process.env[name]) return process.env[name];
  const [line, ...others] = lines.match(new RegExp(`^.*\\b${name}\\b.*$`, "gm")) ?? [`${name}=${standard}`];
  // A value in quotes may have several lines.
  if (others.length > 0 || /["'`]/.test(lines)) return undefined;
  return new RegExp(`^${name}=(\\S+)$`).exec(line)?.[1];
}
