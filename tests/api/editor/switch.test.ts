import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { switchFolder } from "../../support/folder.ts";
import { listenHere } from "../../support/network/servers.ts";
import { editHere } from "../../support/service/editor-here.ts";

/** An editor with a switch, and an app that follows the switch. */
async function besideSwitch() {
  const on = join(switchFolder(), "on");
  const proxy = { isStuck: false };
  const server = createServer((_request, response) =>
    existsSync(on) || proxy.isStuck
      ? response.writeHead(503, { "Maintenance-Notice": "1" }).end()
      : response.end("app"),
  );
  const editor = await editHere({ switch: on, appUrl: await listenHere({ server, protocol: "http" }) });
  const Authorization = `Bearer ${await editor.addToken("Deploys")}`;
  const look = async (url = "/api/switch") => editor.ask({ url, headers: { Authorization } });
  const put = async (body: object, headers = {}, query = "") => {
    const payload = JSON.stringify(body);
    const length = String(Buffer.byteLength(payload));
    const type = { "Content-Length": length, "Content-Type": "application/json" };
    const all = { Authorization, ...type, ...headers };
    const reply = await editor.ask({ method: "PUT", url: `/api/switch${query}`, payload, headers: all });
    return { ...reply, body: reply.json() };
  };
  const message = async () => (await look("/api/notice")).json().message;
  return { on, look, put, message, proxy };
}

const change = { message: "We are moving.", expectedReturn: "2099-01-01T00:00:00Z" };
const any = { "If-Match": "*" };

describe("PUT /api/switch", () => {
  it("hides the app with new text, and brings it back with the former text", async () => {
    const { look, put } = await besideSwitch();
    const notice = async () => (await look("/api/notice")).json();
    const before = await notice();
    const seen = await look();
    expect(seen.json()).toEqual({ on: false, sees: "app" });
    const on = await put({ on: true, change }, { "If-Match": seen.headers.etag });
    const { outcome, ...state } = on.body;
    expect([on.statusCode, state, outcome.revision]).toEqual([
      200,
      { on: true, since: expect.any(String), by: "Deploys", sees: "notice" },
      2,
    ]);
    const again = await look();
    expect([again.json(), again.headers.etag]).toEqual([state, outcome.etag]);
    expect(await notice()).toEqual({ ...before, ...change });
    expect((await look("/api/app")).json().switch).toEqual({ on: true, since: state.since, by: "Deploys" });
    const { body: dry } = await put({ on: false }, {}, "?dry-run=true");
    expect([dry.on, dry.outcome.difference]).toEqual([
      true,
      [expect.objectContaining({ field: "message" }), expect.objectContaining({ field: "expectedReturn" })],
    ]);
    const off = await put({ on: false });
    expect(off.statusCode).toBe(200);
    expect(off.body).toMatchObject({ on: false, sees: "app", outcome: { revision: 3 } });
    expect(await notice()).toEqual(before);
  });

  it("needs If-Match with a change, and turns nothing if the tag is wrong", async () => {
    const { put, on } = await besideSwitch();
    expect((await put({ on: true, change })).statusCode).toBe(428);
    expect((await put({ on: true, change }, { "If-Match": '"7-00000000"' })).statusCode).toBe(412);
    expect((await put({ on: true, change: { isEnabled: false } }, any)).statusCode).toBe(422);
    expect(existsSync(on)).toBe(false);
    for (const word of [true, true, false, false])
      expect(await put({ on: word })).toMatchObject({ statusCode: 200, body: { on: word } });
  });

  it("publishes once for an Idempotency-Key", async () => {
    const { put } = await besideSwitch();
    const headers = { ...any, "Idempotency-Key": "one" };
    const body = { on: true, change: { message: "We are moving." } };
    const first = await put(body, headers);
    expect((await put(body, headers)).body).toEqual(first.body);
    expect((await put({ on: true, change: { title: "Another" } }, headers)).statusCode).toBe(422);
  });

  it("repeats a request that was cut off, but not after somebody else turned the switch", async () => {
    const { put, on, message } = await besideSwitch();
    const [show, back] = ["on", "off"].map((key) => ({ ...any, "Idempotency-Key": key }));
    await put({ on: true, change }, show);
    renameSync(on, `${on}.next`);
    expect((await put({ on: true, change }, show)).body).toMatchObject({
      on: true,
      outcome: { revision: 2 },
    });
    await put({ on: false }, back);
    expect((await put({ on: true, change }, show)).body).toEqual({ on: false, sees: "app" });
    await put({ on: true, change }, any);
    expect((await put({ on: false }, back)).body).toMatchObject({ on: true, sees: "notice" });
    expect(await message()).toBe(change.message);
  });

  it("returns 504 until visitors see the change, and the same request continues", {
    timeout: 60_000,
  }, async () => {
    const { put, proxy, message } = await besideSwitch();
    const key = { "Idempotency-Key": "off" };
    await put({ on: true, change }, any);
    proxy.isStuck = true;
    expect(await put({ on: false }, key)).toMatchObject({ statusCode: 504, body: { code: "SWITCH_UNSEEN" } });
    expect(await message()).toBe(change.message);
    proxy.isStuck = false;
    expect([(await put({ on: false }, key)).statusCode, await message()]).toEqual([200, undefined]);
  });

  it("keeps the text if the former revision has changed", async () => {
    const { put, on, message } = await besideSwitch();
    await put({ on: true, change }, any);
    const record = JSON.parse(readFileSync(on, "utf8"));
    writeFileSync(on, JSON.stringify({ ...record, before: { ...record.before, hash: "" } }));
    expect((await put({ on: false })).body).toMatchObject({ on: false, outcome: { changed: [] } });
    expect(await message()).toBe(change.message);
  });

  it("refuses an invalid request", async () => {
    const { put } = await besideSwitch();
    for (const body of [{}, { on: 1 }, { on: false, change }, { on: true, x: 1 }])
      expect(await put(body, any)).toMatchObject({ statusCode: 400, body: { code: "REQUEST_INVALID" } });
    for (const change of ["x", null])
      expect(await put({ on: true, change }, any)).toMatchObject({ statusCode: 422 });
  });
});

it("The editor has no switch if the folder of the switch is missing", async () => {
  const editor = await editHere({ switch: "/dev/shm/no-such-folder/on" });
  const headers = { Authorization: `Bearer ${await editor.addToken("Deploys")}` };
  expect((await editor.ask({ url: "/api/switch", headers })).statusCode).toBe(404);
  expect((await editor.ask({ url: "/api/openapi.json" })).body).not.toContain("/api/switch");
});
