import { once } from "node:events";
import { connect } from "node:net";

/** Sends commands of WebDriver, and gives the value of each answer. */
export interface Marionette {
  send(command: string, parameters: object): Promise<unknown>;
  end(): void;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Connects to the port through which Firefox is driven: WebDriver's commands as `LENGTH:JSON` over TCP, without a driver.
 * @see https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
 */
export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const waiting = new Map<number, Waiting>();
  let received = Buffer.alloc(0);
  let last = 0;

  const take = (packet: string): void => {
    const [, id, error, result] = JSON.parse(packet);
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(new Error(`${error.error}: ${error.message}`));
    else resolve?.(result?.value);
  };
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(":");
      const end = colon + 1 + Number(received.toString("latin1", 0, colon));
      if (colon < 0 || received.length < end) return;
      const packet = received.toString("utf8", colon + 1, end);
      received = received.subarray(end);
      // The first packet says who is there; the others are answers.
      if (packet.startsWith("[")) take(packet);
    }
  });
  socket.on("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox has hung up."));
  });
  socket.on("error", () => {});

  return {
    send(command, parameters) {
      last += 1;
      const packet = Buffer.from(JSON.stringify([0, last, command, parameters]));
      socket.write(Buffer.concat([Buffer.from(`${packet.length}:`), packet]));
      return new Promise((resolve, reject) => waiting.set(last, { resolve, reject }));
    },
    end: () => void socket.destroy(),
  };
}
