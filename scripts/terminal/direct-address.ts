import type { Context } from "./context.ts";

/** Backsoon's address on this machine; undefined if the settings do not tell. */
export function directAddress({ readSettings }: Pick<Context, "readSettings">): string | undefined {
  const { HOST, PORT } = readSettings(["HOST", "PORT"]);
  if (PORT === 0) return undefined;
  const host =
    { "0.0.0.0": "127.0.0.1", "::": "127.0.0.1" }[HOST] ?? (HOST.includes(":") ? `[${HOST}]` : HOST);
  return URL.canParse(`http://${host}:${PORT}`) ? `${host}:${PORT}` : undefined;
}
