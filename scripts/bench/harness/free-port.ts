import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port that nobody uses and that the system never gives out by itself, so that it is still free when it is wanted,
 * even again and again: ports from 32768 on may be a client's at any moment.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_768);
    const server = createServer();
    const isFree = once(server.listen(port, "127.0.0.1"), "listening").then(
      () => true,
      () => false,
    );
    if (!(await isFree)) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
