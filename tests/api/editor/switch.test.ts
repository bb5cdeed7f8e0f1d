import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { switchFolder } from "../../support/folder.ts";
import { listenHere } from "../../support/network/servers.ts";
import { editHere } from "../../support/service/editor-here.ts";

/** An editor with a switch, and an app whose visitors see what it says. */
async function besideSwitch() {
  const on = join(switchFolder(), "on");
  let isStuck = false;
  const server = createServer((_request, response) =>
    existsSync(on) || isStuck
      ? response.writeHead(503, { "Maintenance-Notice": "1" }).end()
      : response.end("app"),
  );
  const editor = await editHere({ switch: on, appUrl: await listenHere({ server, protocol: "http" }) });
  const Authorization = `Bearer ${await editor.addToken("Deploys")}`;
  const look = async (url = "/api/switch") => editor.ask({ url, headers: { Authorization } });
  const put = async (body: object, headers = {}, query = "") => {
    const payload = JSON.stringify(body);
    const length = {
      "Content-Length": String(Buffer.byteLength(payload)),
      "Content-Type": "application/json",
    };
    return editor.ask({
      method: "PUT",
      url: `/api/switch${query}`,
      payload,
      headers: { Authorization, ...length, ...headers },
    });
  };
  const notice = async () => (await look("/api/notice")).json();
  const stick = (stuck: boolean) => {
    isStuck = stuck;
  };
  return { editor, on, look, put, notice, stick };
}

const change = { message: "We are moving.", expectedReturn: "2099-01-01T00:00:00Z" };

describe("PUT /api/switch", () => {
  it("hides an app with new text, and brings it back with the text before: two requests", async () => {
    const { look, put, notice } = await besideSwitch();
    const before = await notice();
    const seen = await look();
    expect(seen.json()).toEqual({ on: false, sees: "app" });
    const on = await put({ on: true, change }, { "If-Match": seen.headers.etag });
    expect([on.statusCode, on.json()]).toEqual([
      200,
      {
        on: true,
        since: expect.any(String),
        by: "Deploys",
        sees: "notice",
        outcome: expect.objectContaining({ revision: 2 }),
      },
    ]);
    const { outcome: _, ...state } = on.json();
    const again = await look();
    expect([again.json(), again.headers.etag, await notice()]).toEqual([
      state,
      on.headers.etag,
      { ...before, ...change },
    ]);
    const dry = (await put({ on: false }, {}, "?dry-run=true")).json();
    expect([dry.on, dry.outcome.difference]).toEqual([
      true,
      [expect.objectContaining({ field: "message" }), expect.objectContaining({ field: "expectedReturn" })],
    ]);
    const off = await put({ on: false });
    expect([off.statusCode, off.json()]).toEqual([
      200,
      { on: false, sees: "app", outcome: expect.objectContaining({ revision: 3 }) },
    ]);
    expect(await notice()).toEqual(before);
  });

  it("needs If-Match only with a change, and turns nothing if that does not match", async () => {
    const { put, look, on } = await besideSwitch();
    expect((await put({ on: true, change })).statusCode).toBe(428);
    expect((await put({ on: true, change }, { "If-Match": '"7-00000000"' })).statusCode).toBe(412);
    expect((await put({ on: true, change: { isEnabled: false } }, { "If-Match": "*" })).statusCode).toBe(422);
    expect([existsSync(on), (await look()).json().on]).toEqual([false, false]);
    for (const word of [true, true, false, false]) {
      const { statusCode, body } = await put({ on: word });
      expect([statusCode, JSON.parse(body).on]).toEqual([200, word]);
    }
  });

  it("is answered once for a key", async () => {
    const { put, notice, on } = await besideSwitch();
    const headers = { "If-Match": "*", "Idempotency-Key": "one" };
    const first = await put({ on: true, change }, headers);
    await put({ on: false });
    const second = await put({ on: true, change }, headers);
    expect([second.json(), existsSync(on), (await notice()).message]).toEqual([
      first.json(),
      false,
      undefined,
    ]);
    expect((await put({ on: true }, headers)).statusCode).toBe(422);
  });

  it("says 504 while visitors do not see it; the same request goes on", { timeout: 60_000 }, async () => {
    const { put, stick, notice } = await besideSwitch();
    await put({ on: true, change }, { "If-Match": "*" });
    stick(true);
    const late = await put({ on: false }, { "Idempotency-Key": "off" });
    expect([late.statusCode, late.json().code]).toEqual([504, "SWITCH_SILENT"]);
    expect((await notice()).message).toBe(change.message);
    stick(false);
    const off = await put({ on: false }, { "Idempotency-Key": "off" });
    expect([off.statusCode, (await notice()).message]).toEqual([200, undefined]);
  });

  it("leaves the words if the revision before is another now", async () => {
    const { put, on, notice } = await besideSwitch();
    await put({ on: true, change }, { "If-Match": "*" });
    const record = JSON.parse(readFileSync(on, "utf8"));
    writeFileSync(on, JSON.stringify({ ...record, before: { ...record.before, sum: "" } }));
    const { statusCode, body } = await put({ on: false });
    expect([statusCode, JSON.parse(body).outcome, (await notice()).message]).toEqual([
      200,
      undefined,
      change.message,
    ]);
  });

  it.each([
    {},
    { on: 1 },
    { on: false, change: {} },
    { on: true, change: [], x: 1 },
    { on: true, change: "x" },
  ])("refuses %j", async (body) => {
    const { put } = await besideSwitch();
    expect((await put(body, { "If-Match": "*" })).statusCode).toBe(422);
  });
});

it("without the switch's folder, nothing of it is seen", async () => {
  const editor = await editHere({ switch: "/dev/shm/no-such-folder/on" });
  const headers = { Authorization: `Bearer ${await editor.addToken("Deploys")}` };
  expect((await editor.ask({ url: "/api/switch", headers })).statusCode).toBe(404);
  expect((await editor.ask({ url: "/api/openapi.json" })).body).not.toContain("/api/switch");
});
