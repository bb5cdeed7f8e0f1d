import { beforeAll, describe, expect, it } from "vitest";
import { readProposalRequest } from "../../../../api/editor/proposals.ts";
import type { NoticeError } from "../../../../schema/errors/notice-error.ts";
import { type ChatHere, chatHere } from "../../../support/service/chat-here.ts";
import { type EditorHere, editHere, sharedEditor } from "../../../support/service/editor-here.ts";
import { maxTitle } from "../../../support/texts/notices.ts";

/** The places of the faults of a request. */
function faultsOf(request: unknown): string[] {
  try {
    readProposalRequest(request);
    return [];
  } catch (error) {
    const { code, faults = [], message } = error as NoticeError;
    expect([code, message]).toEqual(["PROPOSAL_INVALID", faults[0]?.detail]);
    for (const { detail } of faults) expect(detail).toMatch(/^(?:The request|"[\w.]+") [^\n]+: [^\n]+\.$/);
    return [...new Set(faults.map(({ pointer }) => pointer))];
  }
}

const toGerman = (parts: object) => ({ words: { title: "Back at 9" }, to: "de", ...parts });

describe("A request for a translation", () => {
  it.each<[unknown, string[]]>([
    [toGerman({}), []],
    [toGerman({ from: "cy", words: { message: "a\nb", expectedReturn: "soon" } }), []],
    [toGerman({ from: "pt-BR", to: "pt-PT" }), []],
    [null, ["#"]],
    [{ from: 7, x: 1 }, ["#", "#/from"]],
    [toGerman({ words: {} }), ["#/words"]],
    [
      toGerman({ words: { title: "", message: "\u0007", x: "a" } }),
      ["#/words", "#/words/title", "#/words/message"],
    ],
    [toGerman({ words: { title: "x".repeat(maxTitle + 1) } }), ["#/words/title"]],
    [toGerman({ words: { expectedReturn: "2026-11-21T18:30:00+01:00" } }), ["#/words/expectedReturn"]],
    [toGerman({ to: "tlh" }), ["#/to"]],
    [toGerman({ from: "de-u-nu-arab" }), ["#/from"]],
  ])("is accepted, or refused with every fault: %j", (request, pointers) => {
    expect(faultsOf(request)).toEqual(pointers);
  });
});

async function propose(here: EditorHere, body: object) {
  const own = { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" };
  const headers = { ...own, ...(await here.signIn()) };
  return here.ask({ method: "POST", url: "/api/proposals", headers, payload: JSON.stringify(body) });
}

describe("The editor", () => {
  let chat: ChatHere;
  const editor = sharedEditor(async (onFinished) => {
    chat = await chatHere({ onFinished });
    return { folder: undefined, proposals: chat.proposals };
  });
  let headers: Record<string, string> = {};
  beforeAll(async () => {
    headers = { Authorization: `Bearer ${await editor().addToken("looks", "read")}` };
  });

  it("with a chat model tells readers so, and does not count an invalid request", async () => {
    const ask = (url: string) => editor().ask({ url, headers });
    expect((await ask("/api/session")).json()).toMatchObject({ scope: "read", proposals: true });
    const answer = await propose(editor(), toGerman({ to: "x", x: 1 }));
    expect([answer.statusCode, answer.json().errors.length]).toEqual([422, 2]);
    expect((await ask("/api/proposals")).json()).toEqual({ count: 0, limit: 50 });
    expect(chat.recorded).toEqual([]);
    expect((await ask("/api/proposals?limit=9")).statusCode).toBe(400);
  });

  it("without a chat model has no proposals", async () => {
    const here = await editHere();
    const own = await here.signIn();
    for (const answer of [
      await here.ask({ url: "/api/proposals", headers: own }),
      await propose(here, toGerman({})),
    ])
      expect([answer.statusCode, answer.json().code]).toEqual([404, "PATH_UNKNOWN"]);
    expect((await here.ask({ url: "/api/session", headers: own })).body).not.toMatch(/propos|model/i);
    const paths = async (at: EditorHere) => (await at.ask({ url: "/api/openapi.json" })).json().paths;
    expect(await paths(here)).not.toHaveProperty("/api/proposals");
    expect(await paths(editor())).toHaveProperty("/api/proposals");
  });
});
