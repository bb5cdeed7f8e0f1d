import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { generate } from "selfsigned";
import { onTestFinished } from "vitest";

interface Created {
  server: Server | TlsServer;
  protocol: string;
}

/** Makes a server that does not listen yet. */
export type CreateServer = (listener: RequestListener) => Created | Promise<Created>;

export const withoutTls: CreateServer = (listener) => ({ server: createServer(listener), protocol: "http" });

let certificate: ReturnType<typeof generate> | undefined;

/** A server over TLS whose certificate nobody trusts. */
export const withCertificate: CreateServer = async (listener) => {
  certificate ??= generate([{ name: "commonName", value: "127.0.0.1" }]);
  const { private: key, cert } = await certificate;
  return { server: createTlsServer({ key, cert }, listener), protocol: "https" };
};

/** Lets a server listen on this machine until the test ends, or until `onFinished` says so. Returns its URL. */
export async function listenHere(
  listening: Created | RequestListener,
  port = 0,
  onFinished: (work: () => void) => void = onTestFinished,
): Promise<string> {
  const { server, protocol } = typeof listening === "function" ? await withoutTls(listening) : listening;
  await once(server.listen(port, "127.0.0.1"), "listening");
  onFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Takes bare connections on this machine until the test ends. */
export async function takeConnections(
  take: (socket: Socket) => void,
): Promise<{ port: number; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    sockets.push(socket);
    take(socket.on("error", () => {}));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, sockets };
}
