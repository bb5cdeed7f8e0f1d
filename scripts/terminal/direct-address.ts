import type { Context } from "./context.ts";

/** Where Backsoon listens on this machine; undefined where its settings do not say. */
export function directAddress({ readSettings }: Pick<Context, "readSettings">): string | undefined {
  const { HOST, PORT } = readSettings(["HOST", "PORT"]);
  if (PORT === 0) return undefined;
  const host = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[HOST] ?? (HOST.includes(":") ? `[${HOST}]` : HOST);
  return URL.canParse(`http://${host}:${PORT}`) ? `${host}:${PORT}` : undefined;
}
