import { once } from "node:events";
import { createServer, type RequestListener, Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createHttpServer, stopListening } from "../../api/http/http-server.ts";

const request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
const answer: RequestListener = (_request, reply) => reply.end("answer");

/** Lets a server listen; returns a function that connects a visitor. */
async function listening(server: Server): Promise<() => Socket> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return () => connect((server.address() as AddressInfo).port, "127.0.0.1");
}

describe("A stopping server", () => {
  it("serves visitors whom only the kernel has connected", async () => {
    const server = createServer(answer);
    const visitor = (await listening(server))();
    visitor.write(request);
    // The kernel connects now. The server would accept in the next turn of the loop.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const closed = once(server, "close");
    await stopListening(server);
    expect(await text(visitor)).toMatch(/answer$/);
    await closed;
    expect(server.listening).toBe(false);
  });

  it("serves visitors who come while it closes idle connections", async () => {
    const server = createServer(answer);
    const connected = await listening(server);
    let said: Promise<string> | undefined;
    const closeIdle = server.closeIdleConnections.bind(server);
    server.closeIdleConnections = () => {
      closeIdle();
      const visitor = connected();
      visitor.write(request);
      said = text(visitor);
      server.closeIdleConnections = closeIdle;
    };
    await stopListening(server);
    expect(await said).toMatch(/answer$/);
  });

  it.each(["this Node", "Node 26"])(
    "serves connected visitors who have not asked yet, on %s",
    async (node) => {
      const accepted: Socket[] = [];
      if (node === "Node 26") {
        const spy = vi.spyOn(Server.prototype, "closeIdleConnections").mockImplementation(() => {
          for (const socket of accepted) if (socket.bytesRead === 0) socket.destroy();
        });
        onTestFinished(() => spy.mockRestore());
      }
      const server = createHttpServer(answer, () => {});
      server.on("connection", (socket: Socket) => accepted.push(socket));
      const visitor = (await listening(server))();
      await once(server, "connection");
      const closed = once(server, "close");
      await stopListening(server);
      visitor.write(request);
      expect(await text(visitor)).toMatch(/answer$/);
      await closed;
    },
  );
});
