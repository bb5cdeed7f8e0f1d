import { connect, type Socket } from "node:net";
import { takeConnections } from "../network/servers.ts";

/** The fate of bytes that a client sends. `lose` and `lose-answer` also close the connection. A buffer replaces the bytes. */
type Delivery = "pass" | "lose" | "lose-answer" | Buffer;

/** Starts a proxy before a database on this machine until the test ends. */
export async function startDatabaseProxy(target: number) {
  let deliveryOf: (sent: Buffer) => Delivery | Promise<Delivery> = () => "pass";
  let isFrozen = false;
  const all = new Set<Socket>();
  const { port } = await takeConnections((client) => {
    const database = connect(target, "127.0.0.1");
    for (const socket of [client, database]) {
      all.add(socket);
      socket.on("error", () => {}).on("close", () => all.delete(socket));
      if (isFrozen) socket.pause();
    }
    client.on("data", async (sent) => {
      client.pause();
      const delivery = await deliveryOf(sent);
      if (!isFrozen) client.resume();
      if (delivery !== "lose") database.write(Buffer.isBuffer(delivery) ? delivery : sent);
      if (delivery === "pass" || Buffer.isBuffer(delivery)) return;
      client.destroy();
      // The database carries out what has arrived, and then notices that its client is gone.
      if (delivery === "lose") database.destroy();
      else database.resume().end();
    });
    client.on("close", () => database.end());
    database.on("data", (said) => client.writable && client.write(said));
    database.on("close", () => client.destroy());
  });
  return {
    port,
    /** Decides from now on the fate of all bytes that clients send. */
    decide(next: typeof deliveryOf): void {
      deliveryOf = next;
    },
    /** Stops or continues forwarding in both directions, and keeps the connections. */
    freeze(frozen: boolean): void {
      isFrozen = frozen;
      for (const socket of all) frozen ? socket.pause() : socket.resume();
    },
  };
}

/** Whether a client sends a COMMIT. */
export const isCommit = (sent: Buffer): boolean => sent.includes("COMMIT\0");
