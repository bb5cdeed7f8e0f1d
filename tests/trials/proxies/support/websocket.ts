import { request } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { nameOf, newId } from "../../../support/network/visitors.ts";

/** Sends something over a websocket. Returns "app" when it comes back, or in words what came instead. */
export type Say = () => Promise<string>;

/** Opens a websocket, until the test ends. */
export function openWebsocket(url: string, headers: Record<string, string> = {}): Promise<Say> {
  const id = newId();
  const upgrade = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13" };
  const key = { "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==" };
  const all = { ...upgrade, ...key, "X-Id": id, Origin: `https://${id}.example`, ...headers };
  return new Promise((resolve) => {
    const sent = request(url, { headers: all, agent: false }).end();
    sent.on("error", ({ message }) => resolve(async () => message));
    sent.on("response", async (reply) => {
      const outcome = nameOf(reply, await text(reply), { method: "GET", bytes: 0, id });
      resolve(async () => outcome);
    });
    sent.on("upgrade", (_, socket) => {
      socket.on("error", () => {});
      onTestFinished(() => void socket.destroy());
      const cut = new Promise<string>((end) => socket.on("close", () => end("a websocket that was cut")));
      resolve(() => {
        const heard = new Promise<string>((end) =>
          socket.once("data", (data) => end(String(data) === "hello" ? "app" : `${data}`)),
        );
        socket.write("hello");
        return Promise.race([cut, heard]);
      });
    });
  });
}
