import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** The fate of bytes that a client sends. `lose` and `lose-answer` also close the connection. A buffer replaces the bytes. */
type Delivery = "pass" | "lose" | "lose-answer" | "hold" | Buffer;

/** A proxy between a client and a database. */
export interface DatabaseProxy {
  port: number;
  /** Decides from now on the fate of all bytes that clients send. */
  decide(next: (sent: Buffer) => Delivery | Promise<Delivery>): void;
  /** Stops or continues forwarding in both directions, and keeps the connections. */
  freeze(isFrozen: boolean): void;
}

/** Starts a proxy before a database on this machine until the test ends. */
export async function startDatabaseProxy(target: number): Promise<DatabaseProxy> {
  let deliveryOf: (sent: Buffer) => Delivery | Promise<Delivery> = () => "pass";
  let isFrozen = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(target, "127.0.0.1");
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
      if (isFrozen) socket.pause();
    }
    client.on("data", async (sent) => {
      client.pause();
      const delivery = await deliveryOf(sent);
      if (!isFrozen) client.resume();
      if (delivery === "hold") return;
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
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    port: (server.address() as AddressInfo).port,
    decide: (next) => {
      deliveryOf = next;
    },
    freeze(frozen) {
      isFrozen = frozen;
      for (const socket of sockets) frozen ? socket.pause() : socket.resume();
    },
  };
}

/** Whether a client sends a COMMIT. */
export const isCommit = (sent: Buffer): boolean => sent.includes("COMMIT\0");
