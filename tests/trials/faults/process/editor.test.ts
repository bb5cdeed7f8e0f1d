import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { noticeProcess } from "../../../support/command/command.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { asking } from "../../../support/network/http.ts";
import { startRecorder } from "../../../support/network/recorder.ts";
import { obliging } from "../../../support/service/chat-here.ts";
import { sessionOf } from "../../../support/service/editor-here.ts";
import { editorStore, startEditorProcess } from "../../../support/service/editor-process.ts";

const json = { "Content-Type": "application/json" };

it.skipIf(process.getuid?.() !== 0)(
  "The editor that root starts runs as the owner of the store's folder, signs people in as root, and uses a key that only root may read",
  async () => {
    const folder = temporaryFolder();
    const DATABASE = join(folder, "notice.db");
    const { url, recorded } = await startRecorder(obliging);
    const key = join(temporaryFolder(), "key");
    writeFileSync(key, "only-for-root", { mode: 0o600 });
    const model = { AZURE_OPENAI_CHAT_BASE_PATH: url, AZURE_OPENAI_CHAT_KEY_FILE: key };
    const settings = { DATABASE, NOTICE_AUTHOR: "", ...model };
    const env = await editorStore(settings);
    execFileSync("chown", ["-R", "12345:12346", folder]);
    chmodSync(folder, 0o755);
    const editor = await startEditorProcess({ settings });
    expect(readFileSync(`/proc/${editor.pid}/status`, "utf8")).toMatch(/^Uid:(\t12345){4}\n/m);
    const { code, stdout } = await noticeProcess(env, ["editor", "link"]);
    expect(code).toBe(0);
    const ask = asking(editor.url);
    const payload = JSON.stringify({ secret: new URL(stdout.trim()).hash.replace("#link=", "") });
    const signedIn = await ask({ method: "POST", url: "/api/session", headers: json, payload });
    const reply = await ask({ url: "/api/session", headers: sessionOf(signedIn) });
    expect(reply.json()).toMatchObject({ name: "root", proposals: true });
    const headers = { ...json, ...sessionOf(signedIn), "Sec-Fetch-Site": "same-origin" };
    const toGerman = '{"words":{"title":"Moving"},"to":"de"}';
    const proposed = await ask({ method: "POST", url: "/api/proposals", headers, payload: toGerman });
    expect([proposed.statusCode, recorded[0]?.headers["api-key"]]).toEqual([200, "only-for-root"]);
    expect((await ask({ url: "/" })).statusCode).toBe(200);
    await editor.ended("SIGINT");
  },
);
