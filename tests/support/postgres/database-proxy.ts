import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * What becomes of what a client sends: it goes on, is lost with the connection, arrives and its answer is lost, is held
 * back, or is something else.
 */
type Delivery = "pass" | "lose" | "lose-answer" | "hold" | Buffer;

/** Stands between a client and a database. */
export interface DatabaseProxy {
  port: number;
  /** Decides from now on what becomes of each thing that a client sends, which waits until that is known. */
  decide(next: (sent: Buffer) => Delivery | Promise<Delivery>): void;
  /** Forwards nothing any more in either direction, and keeps every connection; or goes on. */
  freeze(isFrozen: boolean): void;
  close(): void;
}

/** Starts a proxy before a database on this machine. */
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
      // What has arrived is carried out; the database sees a client that has gone once it has said so.
      if (delivery === "lose") database.destroy();
      else database.resume().end();
    });
    client.on("close", () => database.end());
    database.on("data", (said) => client.writable && client.write(said));
    database.on("close", () => client.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    decide: (next) => {
      deliveryOf = next;
    },
    freeze(frozen) {
      isFrozen = frozen;
      for (const socket of sockets) frozen ? socket.pause() : socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Whether a client sends the end of a transaction. */
export const isCommit = (sent: Buffer): boolean => sent.includes("COMMIT\0");
