import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeToken } from "../../../schema/token/token.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { asking, type Reply } from "../../support/network/http.ts";
import { json, startRecorder } from "../../support/network/recorder.ts";
import { obliging } from "../../support/service/chat-here.ts";
import { sessionOf } from "../../support/service/editor-here.ts";
import { startEditorProcess } from "../../support/service/editor-process.ts";
import { tracesOf } from "../../support/texts/secrets.ts";

const modelKey = "sentinel-of-the-model-Zq81";

it("The editor shows no secret of a person, a program or the chat model in replies, output or process titles", async () => {
  const { url, recorded } = await startRecorder((response, sent, number) =>
    number === 1
      ? obliging(response, sent, number)
      : json(response, 400, { error: { code: "x", message: modelKey } }),
  );
  const file = join(temporaryFolder(), "key");
  writeFileSync(file, modelKey);
  const editor = await startEditorProcess({
    settings: { AZURE_OPENAI_CHAT_BASE_PATH: url, AZURE_OPENAI_CHAT_KEY_FILE: file },
  });
  const made = await notice(editor.env, ["token", "create", "deploy"]);
  const [token = ""] = /bsn_\w+/.exec(made.stdout) ?? [];
  const secret = new URL(editor.link).hash.replace("#link=", "");
  const wrong = makeToken();
  const ask = asking(editor.url);
  const typed = { "Content-Type": "application/json" };
  const post = (url: string, body: object | string, headers = {}) => {
    const payload = typeof body === "string" ? body : JSON.stringify(body);
    return ask({ method: "POST", url, headers: { ...typed, ...headers }, payload });
  };
  const signIn = (body: object | string) => post("/api/session", body);

  const bySecret = await signIn({ secret });
  const byToken = await signIn({ token });
  const own = { "Sec-Fetch-Site": "same-origin", ...sessionOf(bySecret) };
  const invited = await post("/api/links", { name: "ben" }, own);
  const invitation = new URL(invited.json().link).hash.replace("#link=", "");
  const byInvitation = await signIn({ secret: invitation });
  const sessions = [bySecret, byToken, byInvitation].map(sessionOf);
  const cookies = sessions.map(({ Cookie }) => Cookie);
  const ids = cookies.map((cookie) => cookie.split("=")[1] ?? "");
  const keys = sessions.map((session) => session["Session-Key"] ?? "");
  expect([...ids, ...keys].map(({ length }) => length)).toEqual([27, 27, 27, 26, 26, 26]);

  const bearing = (credential: string, url: string) =>
    ask({ url, headers: { Authorization: `Bearer ${credential}` } });
  const propose = () => post("/api/proposals", { words: { title: "Moving" }, to: "de" }, own);
  const proposals = [await propose(), await propose()];
  expect(proposals.map(({ statusCode }) => statusCode)).toEqual([200, 502]);
  expect(recorded.map((sent) => sent.headers["api-key"])).toEqual([modelKey, modelKey]);
  const replies: Reply[] = [
    ...proposals,
    await signIn({ secret }),
    await signIn({ secret: invitation }),
    await signIn({ token: wrong }),
    await signIn({ token, secret }),
    await signIn(`{"token":"${token}`),
    await signIn({ [token]: secret }),
    await bearing(token, "/api/session"),
    await bearing(wrong, "/api/session"),
    await bearing(token, `/api/session?token=${token}`),
    await bearing(token, `/${token}/${secret}/${invitation}`),
    await bearing(token, `/%ff/${token}`),
    await ask({ url: "/api/session", headers: { Cookie: cookies.join("; ") } }),
    ...(await Promise.all(sessions.map((headers) => ask({ url: "/api/session", headers })))),
  ];
  const titles = ["cmdline", "comm"].map((file) => readFileSync(`/proc/${editor.pid}/${file}`, "latin1"));
  expect(await editor.ended("SIGTERM")).toBe(0);
  const { stdout, stderr } = editor.output();
  // The first line is the link.
  const [, ...afterLink] = stdout.split("\n");
  const places = [
    ...replies.map(({ headers, body }) => JSON.stringify(headers) + body),
    ...[...titles, afterLink.join("\n"), stderr],
  ];
  const secrets = [modelKey, token, wrong, secret, invitation, ...ids, ...keys];
  const held = secrets.flatMap((text) =>
    tracesOf(text).flatMap((trace) => places.filter((place) => place.includes(trace))),
  );
  expect(held).toEqual([]);
  expect(stderr).toBe("");
});
