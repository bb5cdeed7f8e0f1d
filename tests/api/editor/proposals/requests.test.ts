import { beforeAll, describe, expect, it } from "vitest";
import { readProposalRequest } from "../../../../api/editor/proposals/read-request.ts";
import type { NoticeError } from "../../../../schema/errors/notice-error.ts";
import { type ChatHere, chatHere } from "../../../support/service/chat-here.ts";
import { editHere, sharedEditor } from "../../../support/service/editor-here.ts";
import { maxTitle } from "../../../support/texts/notices.ts";

/** Where the faults of a request are. */
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

describe("a request for a translation", () => {
  it.each([
    toGerman({}),
    toGerman({ from: "cy" }),
    toGerman({ from: "pt-BR", to: "pt-PT" }),
    toGerman({ words: { message: "a\nb", expectedReturn: "soon" } }),
  ])("may be %j", (request) => {
    expect(faultsOf(request)).toEqual([]);
  });

  it.each<[unknown, string[]]>([
    [null, ["#"]],
    [{ from: 7, x: 1 }, ["#", "#/from"]],
    [toGerman({ words: {} }), ["#/words"]],
    [
      toGerman({
        words: { title: "", message: "a\u0007", expectedReturn: "\ud800", contactEmail: "a@b.example" },
      }),
      ["#/words", "#/words/title", "#/words/message", "#/words/expectedReturn"],
    ],
    [toGerman({ words: { title: "x".repeat(maxTitle + 1) } }), ["#/words/title"]],
    [toGerman({ words: { expectedReturn: "2026-11-21T18:30:00+01:00" } }), ["#/words/expectedReturn"]],
    [toGerman({ to: "tlh" }), ["#/to"]],
    [toGerman({ from: "EN-gb" }), ["#/from"]],
    [toGerman({ from: "de-u-nu-arab" }), ["#/from"]],
  ])("is refused with every fault: %j", (request, pointers) => {
    expect(faultsOf(request)).toEqual(pointers);
  });
});

describe("with a chat model", () => {
  let chat: ChatHere;
  const editor = sharedEditor(async (onFinished) => {
    chat = await chatHere({ onFinished });
    return { folder: undefined, proposals: chat.proposals };
  });
  let headers: Record<string, string> = {};
  beforeAll(async () => {
    headers = { Authorization: `Bearer ${await editor().addToken("looks", "read")}` };
  });

  it("the session says so, and who may read sees the count", async () => {
    const session = await editor().ask({ url: "/api/session", headers });
    expect(session.json()).toMatchObject({ scope: "read", proposals: true });
    const usage = await editor().ask({ url: "/api/proposals", headers });
    expect([usage.statusCode, usage.json()]).toEqual([200, { count: 0, limit: 50 }]);
    expect((await editor().ask({ url: "/api/proposals?limit=9", headers })).statusCode).toBe(400);
  });

  it("a faulty request is refused before it is counted or sent", async () => {
    const own = { "Sec-Fetch-Site": "same-origin", ...(await editor().signIn()) };
    const answer = await editor().ask({
      method: "POST",
      url: "/api/proposals",
      headers: { ...own, "Content-Type": "application/json" },
      payload: JSON.stringify(toGerman({ to: "x", x: 1 })),
    });
    expect([answer.statusCode, answer.json().errors.length]).toEqual([422, 2]);
    const usage = await editor().ask({ url: "/api/proposals", headers });
    expect([usage.json().count, chat.recorded]).toEqual([0, []]);
  });

  it("only: without a chat model, nothing speaks of proposals", async () => {
    const here = await editHere();
    const own = {
      ...(await here.signIn()),
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "application/json",
    };
    for (const [method, payload] of [
      ["GET", ""],
      ["POST", JSON.stringify(toGerman({}))],
    ] as const) {
      const answer = await here.ask({ method, url: "/api/proposals", headers: own, payload });
      expect([answer.statusCode, answer.json().code]).toEqual([404, "PATH_UNKNOWN"]);
    }
    for (const url of ["/api/session", "/api/openapi.json"])
      expect((await here.ask({ url, headers: own })).body).not.toMatch(/propos|model/i);
    expect((await editor().ask({ url: "/api/openapi.json" })).body).toMatch(/proposals/);
  });
});
