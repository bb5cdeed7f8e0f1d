import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { switchFolder } from "../../support/folder.ts";
import { listenHere } from "../../support/network/servers.ts";
import { bearer, editHere, outcomeOf } from "../../support/service/editor-here.ts";

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
  const deploys = bearer(await editor.addToken("Deploys"));
  const look = (url = "/api/switch") => editor.ask({ url, headers: deploys });
  const put = async (body: object, headers = {}, query = "") => {
    const reply = await editor.send("PUT", `/api/switch${query}`, body, { ...deploys, ...headers });
    return { ...reply, body: reply.json() };
  };
  const notice = async () => (await look("/api/notice")).json();
  return { on, look, put, notice, proxy };
}

const change = { message: "We are moving.", expectedReturn: "2099-01-01T00:00:00Z" };
const any = { "If-Match": "*" };

describe("PUT /api/switch", () => {
  it("hides the app with new text, and brings it back with the former text", async () => {
    const { look, put, notice } = await besideSwitch();
    const before = await notice();
    const seen = await look();
    expect(seen.json()).toEqual({ on: false, sees: "app" });
    const on = await put({ on: true, change }, { "If-Match": seen.headers.etag });
    const { outcome, ...state } = on.body;
    expect([on.statusCode, outcome.revision]).toEqual([200, 2]);
    expect(state).toEqual({ on: true, since: expect.any(String), by: "Deploys", sees: "notice" });
    const again = await look();
    expect([again.json(), again.headers.etag]).toEqual([state, outcome.etag]);
    expect(await notice()).toEqual({ ...before, ...change });
    const { sees: _, ...known } = state;
    expect((await look("/api/app")).json().switch).toEqual(known);
    const { body: dry } = await put({ on: false }, {}, "?dry-run=true");
    const difference = [{ field: "message" }, { field: "expectedReturn" }];
    expect(dry).toMatchObject({ on: true, outcome: { difference } });
    const back = { on: false, sees: "app", outcome: { revision: 3 } };
    expect(await put({ on: false })).toMatchObject({ statusCode: 200, body: back });
    expect(await notice()).toEqual(before);
  });

  it("needs If-Match with a change, and turns nothing if the request is refused", async () => {
    const { put, on } = await besideSwitch();
    expect((await put({ on: true, change })).statusCode).toBe(428);
    expect((await put({ on: true, change }, { "If-Match": '"7-00000000"' })).statusCode).toBe(412);
    for (const change of [{ isEnabled: false }, "x", null])
      expect([change, (await put({ on: true, change }, any)).statusCode]).toEqual([change, 422]);
    for (const body of [{}, { on: 1 }, { on: false, change }, { on: true, x: 1 }])
      expect([body, (await put(body, any)).statusCode]).toEqual([body, 400]);
    expect(existsSync(on)).toBe(false);
    for (const word of [true, true, false, false])
      expect(await put({ on: word })).toMatchObject({ statusCode: 200, body: { on: word } });
  });

  it("repeats a request that was cut off, but not after somebody else turned the switch", async () => {
    const { put, on, notice } = await besideSwitch();
    const [show, back] = ["on", "off"].map((key) => ({ ...any, "Idempotency-Key": key }));
    const first = await put({ on: true, change }, show);
    expect((await put({ on: true, change }, show)).body).toEqual(first.body);
    expect((await put({ on: true, change: { title: "Another" } }, show)).statusCode).toBe(422);
    renameSync(on, `${on}.next`);
    const again = await put({ on: true, change }, show);
    expect(again.body).toMatchObject({ on: true, outcome: { revision: 2 } });
    await put({ on: false }, back);
    expect((await put({ on: true, change }, show)).body).toEqual({ on: false, sees: "app" });
    await put({ on: true, change }, any);
    expect((await put({ on: false }, back)).body).toMatchObject({ on: true, sees: "notice" });
    expect(await notice()).toMatchObject(change);
  });

  it("returns 504 until visitors see the change, and the same request continues", async () => {
    const { put, proxy, notice } = await besideSwitch();
    const key = { "Idempotency-Key": "off" };
    await put({ on: true, change }, any);
    proxy.isStuck = true;
    expect(await put({ on: false }, key)).toMatchObject({ statusCode: 504, body: { code: "SWITCH_UNSEEN" } });
    expect(await notice()).toMatchObject(change);
    proxy.isStuck = false;
    expect((await put({ on: false }, key)).statusCode).toBe(200);
    expect(await notice()).not.toHaveProperty("message");
  });

  it("keeps the text if the former revision has changed", async () => {
    const { put, on, notice } = await besideSwitch();
    await put({ on: true, change }, any);
    const record = JSON.parse(readFileSync(on, "utf8"));
    writeFileSync(on, JSON.stringify({ ...record, before: { ...record.before, hash: "" } }));
    expect((await put({ on: false })).body).toMatchObject({ on: false, outcome: { changed: [] } });
    expect(await notice()).toMatchObject(change);
  });
});

it("The editor has no switch if the folder of the switch is missing", async () => {
  const editor = await editHere({ switch: "/dev/shm/no-such-folder/on" });
  const headers = bearer(await editor.addToken("Deploys"));
  expect(outcomeOf(await editor.ask({ url: "/api/switch", headers }))).toEqual([404, "PATH_UNKNOWN"]);
  expect((await editor.ask({ url: "/api/openapi.json" })).body).not.toContain("/api/switch");
});
