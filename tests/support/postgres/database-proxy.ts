import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * What becomes of what a client sends: it goes on, is lost with the connection, arrives and its answer is lost, is held
 * back, or is something else.
 */
export type Fate = "pass" | "lose" | "lose-answer" | "hold" | Buffer;

/** Stands between a client and a database. */
export interface PostgresProxy {
  port: number;
  /** Decides from now on what becomes of each thing that a client sends, which waits until that is known. */
  decide(fate: (sent: Buffer) => Fate | Promise<Fate>): void;
  /** Forwards nothing any more in either direction, and keeps every connection; or goes on. */
  freeze(isFrozen: boolean): void;
  close(): void;
}

/** Starts a proxy before a database on this machine. */
export async function startProxy(target: number): Promise<PostgresProxy> {
  let fateOf: (sent: Buffer) => Fate | Promise<Fate> = () => "pass";
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
      const fate = await fateOf(sent);
      if (!isFrozen) client.resume();
      if (fate === "hold") return;
      if (fate !== "lose") database.write(Buffer.isBuffer(fate) ? fate : sent);
      if (fate === "pass" || Buffer.isBuffer(fate)) return;
      client.destroy();
      // What has arrived is carried out; the database sees a client that has gone once it has said so.
      if (fate === "lose") database.destroy();
      else database.resume().end();
    });
    client.on("close", () => database.end());
    database.on("data", (said) => client.writable && client.write(said));
    database.on("close", () => client.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    decide: (fate) => {
      fateOf = fate;
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
