import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { OnFinished } from "../shared.ts";

/** A connection to an origin until the test ends. */
export async function open(
  origin: string,
  onFinished: OnFinished = onTestFinished,
  allowHalfOpen = false,
): Promise<Socket> {
  const socket = connect({ port: Number(new URL(origin).port), host: "127.0.0.1", allowHalfOpen });
  socket.on("error", () => {});
  onFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

/** A connection whose client does not close its side when the server does. */
export const halfOpen = (origin: string): Promise<Socket> => open(origin, onTestFinished, true);

/** Sends bytes. Returns all that comes back until the server closes or resets the connection. */
export async function until(socket: Socket, bytes: string): Promise<string> {
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk));
  if (bytes) socket.write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}
