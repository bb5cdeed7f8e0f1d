import { beforeAll, describe, expect, it } from "vitest";
import { readProposalRequest } from "../../../../api/editor/proposals/read-request.ts";
import type { NoticeError } from "../../../../schema/errors/notice-error.ts";
import { type ChatHere, chatHere } from "../../../support/service/chat-here.ts";
import { editHere, sharedEditor } from "../../../support/service/editor-here.ts";
import { maxTitle } from "../../../support/texts/notices.ts";

/** Where the faults of a request are, and what is said of each. */
function faultsOf(request: unknown): [pointer: string, detail: string][] {
  try {
    readProposalRequest(request);
    return [];
  } catch (error) {
    const { code, faults = [], message } = error as NoticeError;
    expect([code, message]).toEqual(["PROPOSAL_INVALID", faults[0]?.detail]);
    return faults.map(({ pointer, detail }) => [pointer, detail]);
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

  it.each<[unknown, [pointer: string, words: string][]]>([
    [null, [["#", "The request is null: send"]]],
    [
      { from: 7, x: 1 },
      [
        ["#/words", "is missing"],
        ["#/to", "is missing"],
        ["#", '"x", which is unknown'],
        ["#/from", "is 7: send the tag"],
      ],
    ],
    [
      toGerman({ words: {} }),
      [["#/words", "send an object with at least one of title, message, expectedReturn"]],
    ],
    [
      toGerman({
        words: { title: "", message: "a\u0007", expectedReturn: "\ud800", contactEmail: "a@b.example" },
      }),
      [
        ["#/words", '"contactEmail", which is unknown'],
        ["#/words/title", `one line of 1 to ${maxTitle} characters`],
        ["#/words/message", "line breaks allowed"],
        ["#/words/expectedReturn", "one line of 1 to 200 characters"],
      ],
    ],
    [
      toGerman({ words: { title: "x".repeat(maxTitle + 1) } }),
      [["#/words/title", `1 to ${maxTitle} characters`]],
    ],
    [
      toGerman({ words: { expectedReturn: "2026-11-21T18:30:00+01:00" } }),
      [["#/words/expectedReturn", "not a time"]],
    ],
    [toGerman({ to: "tlh" }), [["#/to", "which the page has"]]],
    [toGerman({ from: "de-AT" }), [["#/from", "name another language"]]],
    [toGerman({ from: "EN-gb" }), [["#/from", "in canonical case"]]],
    [toGerman({ from: "de-u-nu-arab" }), [["#/from", "in canonical case"]]],
  ])("is refused with every fault: %j", (request, expected) => {
    const found = faultsOf(request);
    expect(found).toEqual(expected.map(([pointer, words]) => [pointer, expect.stringContaining(words)]));
    for (const [, detail] of found) expect(detail).toMatch(/^[ -~…]+: [ -~]+\.$/);
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
