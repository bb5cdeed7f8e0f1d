import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { stopListening } from "../../api/http/connection/stop-listening.ts";

const request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

it("a server that stops listening serves those whom the kernel has connected and it has not accepted", async () => {
  const server = createServer((_request, response) => response.end("answer")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const visitor = connect((server.address() as AddressInfo).port, "127.0.0.1");
  visitor.write(request);
  // The kernel connects it now, and the server would accept it in the next turn.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const closed = once(server, "close");
  await stopListening(server);
  expect(await text(visitor)).toMatch(/answer$/);
  await closed;
  expect(server.listening).toBe(false);
});

it("a server that stops listening serves those who come while it closes idle connections", async () => {
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
