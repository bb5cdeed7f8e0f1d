import { once } from "node:events";
import { createServer, Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished, vi } from "vitest";
import { createHttpServer, stopListening } from "../../api/http/http-server.ts";

const request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

it("A stopping server serves visitors whom only the kernel has connected", async () => {
  const server = createServer((_request, response) => response.end("answer")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const visitor = connect((server.address() as AddressInfo).port, "127.0.0.1");
  visitor.write(request);
  // The kernel connects now. The server would accept in the next turn of the loop.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const closed = once(server, "close");
  await stopListening(server);
  expect(await text(visitor)).toMatch(/answer$/);
  await closed;
  expect(server.listening).toBe(false);
});

it("A stopping server serves visitors who come while it closes idle connections", async () => {
  const server = createServer((_request, response) => response.end("answer")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const answers: Promise<string>[] = [];
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    closeIdle();
    const visitor = connect((server.address() as AddressInfo).port, "127.0.0.1");
    visitor.write(request);
    answers.push(text(visitor));
    server.closeIdleConnections = closeIdle;
  };
  await stopListening(server);
  expect(await answers[0]).toMatch(/answer$/);
});

it.each(["this Node", "Node 26"])(
  "A stopping server serves connected visitors who have not asked yet, on %s",
  async (node) => {
    const accepted: Socket[] = [];
    if (node === "Node 26") {
      const closeSilent = () => {
        for (const socket of accepted) if (socket.bytesRead === 0) socket.destroy();
      };
      const spy = vi.spyOn(Server.prototype, "closeIdleConnections").mockImplementation(closeSilent);
      onTestFinished(() => spy.mockRestore());
    }
    const server = createHttpServer(
      (_request, reply) => reply.end("answer"),
      () => {},
    ).listen(0, "127.0.0.1");
    server.on("connection", (socket: Socket) => accepted.push(socket));
    await once(server, "listening");
    const visitor = connect((server.address() as AddressInfo).port, "127.0.0.1");
    await once(server, "connection");
    const closed = once(server, "close");
    await stopListening(server);
    visitor.write(request);
    expect(await text(visitor)).toMatch(/answer$/);
    await closed;
  },
);
