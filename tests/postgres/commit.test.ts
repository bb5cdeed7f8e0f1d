import { PassThrough } from "node:stream";
import { Connection } from "pg";
import { describe, expect, it } from "vitest";
import { type AskDatabase, transact } from "../../data/postgres/connect.ts";
import { Unconfirmed } from "../../data/postgres/fault.ts";
import { guardReplies, openSession } from "../../data/postgres/session.ts";
import { readPostgresUrl } from "../../schema/settings/postgres-url.ts";
import { takeConnections } from "../support/network/servers.ts";
import { opened } from "../support/postgres/schema.ts";

/** A message of a server. The kind is one letter. */
function answer(kind: string, text: string): Buffer {
  const body = Buffer.from(text, "utf8");
  const header = Buffer.from(`${kind}\0\0\0\0`, "latin1");
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

/** An error or a notice. Each field begins with the letter of its name. */
const error = (...fields: string[]): Buffer => answer("E", `${fields.join("\0")}\0\0`);
const notice = (...fields: string[]): Buffer => answer("N", `${fields.join("\0")}\0\0`);

const welcome = Buffer.concat([answer("R", "\0\0\0\0"), answer("Z", "I")]);
const done = answer("C", "COMMIT\0");
const warning = "storniere Warten auf synchrone Replikation";
const germanWarning = notice("SWARNUNG", "VWARNING", "C01000", `M${warning}`);

/** The errors and notices that the driver reads from a conversation in these parts. */
function received(parts: Buffer[]): string[] {
  const stream = new PassThrough();
  const connection = new Connection({ stream } as object);
  const found: string[] = [];
  guardReplies(connection, () => found.push("refused"));
  for (const event of ["errorMessage", "notice"])
    connection.on(event, ({ code, message }) => found.push(`${code} ${message}`));
  (connection as unknown as { attachListeners(from: PassThrough): void }).attachListeners(stream);
  for (const part of parts) stream.emit("data", part);
  return found;
}

describe("The guard of database replies", () => {
  it("passes all messages to the driver, wherever the bytes are split", () => {
    const conversation = Buffer.concat([
      answer("Z", "I"),
      germanWarning,
      answer("C", "SV\0"),
      error("SFEHLER", "C22012", "MDivision durch Null", "R"),
      answer("Z", "I"),
    ]);
    const whole = [`01000 ${warning}`, "22012 Division durch Null"];
    const bytes = Array.from(conversation, (_byte, at) => conversation.subarray(at, at + 1));
    expect(received(bytes)).toEqual(whole);
    for (let cut = 0; cut <= conversation.length; cut += 1)
      expect(received([conversation.subarray(0, cut), conversation.subarray(cut)])).toEqual(whole);
  });

  it.each([
    ["an error whose fields do not end", answer("E", "Sx")],
    ["a warning whose last field does not end", answer("N", "Sx\0M")],
    ["an error without an end", answer("E", "")],
    ["an error that ends at once", answer("E", "\0")],
    ["a message that is shorter than its length", Buffer.from("E\0\0\0\u0003", "latin1")],
    ["a way to ask for a password that nobody knows", answer("R", "\0\0\0\u0063")],
  ])("refuses %s", (_what, said) => {
    expect(received([said])).toEqual(["refused"]);
    expect(received([said.subarray(0, -1), said.subarray(-1)])).toEqual(["refused"]);
  });
});

/** Connects to a server that answers a COMMIT with these messages, and anything else with the others. */
async function askOf(toCommit: Buffer[], toOthers: Buffer[] = []): Promise<AskDatabase> {
  const { port } = await takeConnections((socket) => {
    socket.setNoDelay().once("data", () => {
      socket.write(welcome);
      socket.on("data", (sent) => {
        const answers = sent.includes("COMMIT\0") ? toCommit : [...toOthers, answer("C", "BEGIN\0")];
        socket.write(Buffer.concat([...answers, answer("Z", "I")]));
      });
    });
  });
  const host = { host: "127.0.0.1", port };
  const address = readPostgresUrl(`postgres://anna@127.0.0.1:${port}/postgres`);
  const session = await opened(openSession(host, address, () => "", 10_000));
  return Object.assign(async () => [], { session, timeLeftMs: () => 10_000 });
}

describe("A transaction", () => {
  it.each([
    ["success", [done]],
    ["success after a harmless notice", [notice("SHINWEIS", "VNOTICE", "C00000"), done]],
  ])("is confirmed by %s", async (_what, answers) => {
    expect(await transact(await askOf(answers, [germanWarning]), async () => "done")).toBe("done");
  });

  it.each([
    ["a warning in another language", [germanWarning, done]],
    ["a notice with a warning code", [notice("SHINWEIS", "VNOTICE", "C01000"), done]],
    ["a rollback instead of a commit", [answer("C", "ROLLBACK\0")]],
    ["the end of the session", [error("SFATAL", "VFATAL", "C57P01")]],
    ["a server panic", [error("SPANIK", "VPANIC", "CXX000")]],
    ["a full disk", [error("SFEHLER", "VERROR", "C53100")]],
    ["an error code for an unknown outcome", [error("SFEHLER", "VERROR", "C40003")]],
    ["an error without a code", [error("SFEHLER", "Mx")]],
  ])("is left unconfirmed by %s", async (_what, answers) => {
    await expect(transact(await askOf(answers), async () => "done")).rejects.toThrow(Unconfirmed);
  });

  it.each([
    ["in another language", error("SFEHLER", "VERROR", "C40001")],
    ["of an old pool without a severity", error("SERROR", "C40001")],
  ])("is refused by an error %s, and its session stays open", async (_what, refusal) => {
    const ask = await askOf([refusal]);
    await expect(transact(ask, async () => "done")).rejects.toMatchObject({ code: "40001" });
    expect(ask.session.isOver).toBe(false);
  });
});
