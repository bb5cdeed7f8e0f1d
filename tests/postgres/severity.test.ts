import { PassThrough } from "node:stream";
import fc from "fast-check";
import { Connection } from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { Unconfirmed } from "../../data/postgres/connection/fault.ts";
import type { AskDatabase } from "../../data/postgres/connection/link.ts";
import { guardReplies } from "../../data/postgres/connection/reply-guard.ts";
import { openSession, type Session } from "../../data/postgres/connection/session.ts";
import { transact } from "../../data/postgres/connection/transaction.ts";
import { readPostgresUrl } from "../../schema/settings/postgres-url.ts";
import { answer, type Field, fieldList, startAnswering } from "./answers.ts";

const germanError: Field[] = [
  ["S", "FEHLER"],
  ["V", "ERROR"],
  ["C", "22012"],
  ["M", "Division durch Null"],
];
const germanWarning: Field[] = [
  ["S", "WARNUNG"],
  ["V", "WARNING"],
  ["C", "01000"],
  ["M", "storniere Warten auf synchrone Replikation"],
];

/** What the driver makes of the errors and notices in a conversation that comes in these parts. */
function received(parts: Buffer[]): { severity: unknown; code: unknown; message: unknown }[] {
  const stream = new PassThrough();
  const connection = new Connection({ stream } as object);
  const found: { severity: unknown; code: unknown; message: unknown }[] = [];
  guardReplies(connection, () => found.push({ severity: "refused", code: "", message: "" }));
  for (const event of ["errorMessage", "notice"])
    connection.on(event, ({ severity, code, message }) => found.push({ severity, code, message }));
  (connection as unknown as { attachListeners(from: PassThrough): void }).attachListeners(stream);
  // The guard writes into what it is given.
  for (const part of parts) stream.emit("data", Buffer.from(part));
  return found;
}

describe("the severity of an error or a warning", () => {
  it("is read from the field that is never translated, else from the other, in either order", () => {
    const [said, untranslated, ...rest] = germanError as [Field, Field, ...Field[]];
    const severityOf = (fields: Field[], kind: "E" | "N" = "E") =>
      received([fieldList(kind, fields)]).map(({ severity }) => severity);
    expect(severityOf([said, untranslated, ...rest])).toEqual(["ERROR"]);
    expect(severityOf([untranslated, said, ...rest])).toEqual(["ERROR"]);
    expect(severityOf([untranslated, ...rest])).toEqual(["ERROR"]);
    expect(severityOf([...rest, said, untranslated])).toEqual(["ERROR"]);
    expect(severityOf([["S", "ERROR"], ...rest])).toEqual(["ERROR"]);
    expect(severityOf(rest)).toEqual([undefined]);
    expect(severityOf(germanWarning, "N")).toEqual(["WARNING"]);
  });

  it("is the same however the bytes are cut into parts, and whatever comes before and after", () => {
    const conversation = Buffer.concat([
      answer("Z", "I"),
      fieldList("N", germanWarning),
      answer("C", "SV\0"),
      fieldList("E", germanError),
      fieldList("E", [
        ["S", "FATAL"],
        ["C", "57P01"],
        ["M", "V"],
      ]),
      answer("Z", "I"),
    ]);
    const whole = [
      { severity: "WARNING", code: "01000", message: "storniere Warten auf synchrone Replikation" },
      { severity: "ERROR", code: "22012", message: "Division durch Null" },
      { severity: "FATAL", code: "57P01", message: "V" },
    ];
    const bytes = Array.from(conversation, (_byte, at) => conversation.subarray(at, at + 1));
    expect(received(bytes)).toEqual(whole);
    for (let cut = 0; cut <= conversation.length; cut += 1)
      expect(received([conversation.subarray(0, cut), conversation.subarray(cut)])).toEqual(whole);
  });

  it("changes nothing else of any list of fields", () => {
    const text = fc.string({ unit: fc.constantFrom("S", "V", "C", "x", "ä") });
    const names = fc.constantFrom(..."SVCMDHPpqWstcdnFLR");
    fc.assert(
      fc.property(fc.array(fc.tuple(names, text)), fc.array(fc.nat(400)), (fields, cuts) => {
        const bytes = fieldList("E", fields);
        const at = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
        const parts = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        const valueIn = (name: string) => fields.findLast(([other]) => other === name)?.[1];
        // An empty list ends with fewer bytes than the driver needs.
        const expected =
          fields.length === 0
            ? { severity: "refused", code: "", message: "" }
            : { severity: valueIn("V") ?? valueIn("S"), code: valueIn("C"), message: valueIn("M") ?? "" };
        expect(received(parts)).toEqual([expected]);
      }),
    );
  });
});

/** Asks a server that answers a COMMIT, or whatever else it is asked, with this. */
async function askOf(toCommit: Buffer[], toOthers: Buffer[] = []): Promise<AskDatabase> {
  const port = await startAnswering((question) =>
    question.includes("COMMIT\0") ? toCommit : [...toOthers, answer("C", "BEGIN\0")],
  );
  const address = readPostgresUrl(`postgres://anna@127.0.0.1:${port}/postgres`);
  const [host] = address.hosts;
  if (!host) throw new Error("There is a host.");
  const session: Session = await openSession(host, address, () => "", 10_000);
  onTestFinished(() => session.close());
  const ask = async () => [];
  return Object.assign(ask, { session, timeLeftMs: () => 10_000 });
}

const done = answer("C", "COMMIT\0");
const error = (said: string, severity: string | undefined, code: string): Buffer =>
  fieldList("E", [["S", said], ...(severity ? [["V", severity] as Field] : []), ["C", code], ["M", "x"]]);
const notice = (...fields: Field[]): Buffer => fieldList("N", fields);

describe("a change is", () => {
  it.each([
    ["nothing but success", [done]],
    ["a remark of the server", [notice(["S", "HINWEIS"], ["V", "NOTICE"], ["C", "00000"]), done]],
    ["what the server logs", [notice(["S", "LOG"], ["V", "LOG"], ["C", "00000"]), done]],
  ])("confirmed by %s", async (_what, answers) => {
    const ask = await askOf(answers, [notice(...germanWarning)]);
    expect(await transact(ask, async () => "done")).toBe("done");
  });

  it.each([
    ["a warning in another language", [notice(...germanWarning), done]],
    ["a warning of an old pool", [notice(["S", "WARNING"], ["C", "01000"]), done]],
    ["a remark with a code", [notice(["S", "HINWEIS"], ["V", "NOTICE"], ["C", "01000"]), done]],
    ["a remark without a code", [notice(["S", "NOTICE"], ["M", "?"]), done]],
    ["another end than it asked for", [answer("C", "ROLLBACK\0")]],
    ["a session that is ended", [error("FATAL", "FATAL", "57P01")]],
    ["a server that breaks down", [error("PANIK", "PANIC", "XX000")]],
    ["a disk that is full", [error("FEHLER", "ERROR", "53100")]],
    ["an error whose severity nobody knows", [error("FEHLER", undefined, "40001")]],
  ])("left unconfirmed by %s", async (_what, answers) => {
    await expect(transact(await askOf(answers), async () => "done")).rejects.toThrow(Unconfirmed);
  });

  it.each([
    ["in another language", error("FEHLER", "ERROR", "40001")],
    ["of an old pool", error("ERROR", undefined, "40001")],
  ])("refused by an error %s, and the session goes on", async (_what, refusal) => {
    const ask = await askOf([refusal]);
    await expect(transact(ask, async () => "done")).rejects.toMatchObject({
      severity: "ERROR",
      code: "40001",
    });
    expect(ask.session.isOver).toBe(false);
  });
});
