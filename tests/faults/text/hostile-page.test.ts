import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { hostile, startWithStore } from "../../support/browser/hostile-look.ts";
import { startService } from "../../support/service/service.ts";
import { eachNth, ownTexts } from "../../support/texts/hostile-texts.ts";
import { draftWith } from "../../support/texts/notices.ts";
import { showWhileOpen } from "../../support/trials/hostile-pages.ts";

describe("a hostile text that was taken", () => {
  it("is shown as text by open pages, narrow and wide, and asks for nothing", () =>
    showWhileOpen(eachNth(24, ownTexts)));

  it("leaves the log lines of JSON without a raw control character, whatever is requested", async () => {
    const { service, store } = await startWithStore(startService);
    for (const texts of hostile(ownTexts)) await store.append(draftWith(texts));
    const send = async (path: string, host: string) => {
      const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
      socket.end(`GET /${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${host}\r\n\r\n`, "latin1");
      await once(socket.resume(), "close");
    };
    for (const bytes of [
      "\u001b]0;x\u0007",
      "\u009b2J",
      "\u00c2\u009b2J",
      "%1b%5b2J",
      "\u007f",
      "{{page}}",
    ]) {
      await send(bytes, "a");
      await send("", bytes);
    }
    expect((await fetch(service.url)).status).toBe(503);
    await service.ended("SIGTERM");
    const { stdout, stderr } = service.output();
    for (const output of [stdout, stderr])
      expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    const lines = stdout.trimEnd().split("\n");
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
    expect(lines.length).toBeGreaterThan(0);
  });
});
