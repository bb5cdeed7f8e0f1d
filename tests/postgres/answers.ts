import { takeConnections } from "../support/network/servers.ts";

/** A field of an error or a notice: its name in one letter, and its value. */
export type Field = [name: string, value: string];

/** One message of a server: its kind in one letter, and what it holds. */
export function answer(kind: string, text: string): Buffer {
  const body = Buffer.from(text, "utf8");
  const header = Buffer.from(`${kind}\0\0\0\0`, "latin1");
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

/** An error (E) or a notice (N). */
export function fieldList(kind: "E" | "N", fields: Field[]): Buffer {
  return answer(kind, `${fields.map(([name, value]) => `${name}${value}\0`).join("")}\0`);
}

const welcome = Buffer.concat([answer("R", "\0\0\0\0"), answer("Z", "I")]);

/**
 * Starts a server that lets everybody in and answers each question with what is given for its text, and then that it is
 * ready; it goes with the test. Resolves with its port.
 */
export async function startAnswering(to: (question: string) => Buffer[]): Promise<number> {
  const { port } = await takeConnections((socket) => {
    socket.setNoDelay().once("data", () => {
      socket.write(welcome);
      socket.on("data", (sent) =>
        socket.write(Buffer.concat([...to(sent.toString("latin1")), answer("Z", "I")])),
      );
    });
  });
  return port;
}
