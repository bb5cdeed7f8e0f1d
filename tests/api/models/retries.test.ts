import { APIError } from "openai";
import { describe, expect, it } from "vitest";
import { waitBeforeRetryMs } from "../../../api/models/azure-client.ts";
import type { RequestLimits } from "../../../api/models/deployment.ts";
import { json, type Reply, sentinel, startRecorder, wellBehaved } from "../../support/network/recorder.ts";
import { clients, echo, errorOf, once } from "./clients.ts";

/** Limits with one retry, and the number of counted requests. */
function counted(limits: Partial<RequestLimits> = {}) {
  const counter = { count: 0 };
  const reserve = async () => {
    counter.count += 1;
  };
  return { counter, limits: { ...once, retries: 1, reserve, ...limits } satisfies RequestLimits };
}

const inTime = { "Retry-After": "0" };

describe("A model", () => {
  it.each<[string, number, Reply, Partial<RequestLimits>?]>([
    ["again after 429", 2, (r) => json(r, 429, echo, inTime)],
    ["again after a closed connection", 2, (r) => void r.socket?.destroy()],
    ["only once if it refuses the text", 1, (r) => json(r, 400, { error: { code: "content_filter" } })],
    ["only once if it is too slow", 1, () => {}, { timeoutMs: 400 }],
  ])("is asked %s, and each request is counted", async (_name, requests, reply, more) => {
    const { url, recorded } = await startRecorder(reply);
    const { counter, limits } = counted(more);
    await errorOf(clients(url, limits).complete());
    expect([recorded.length, counter.count]).toEqual([requests, requests]);
  });

  it("is asked again with the same recording", async () => {
    const { url, recorded } = await startRecorder((response, request, number) =>
      number < 2 ? json(response, 429, echo, inTime) : wellBehaved(response, request, number),
    );
    expect(await clients(url, counted().limits).transcribe()).toBe("one two");
    expect(recorded.map(({ body }) => body.length > 32_000)).toEqual([true, true]);
  });

  it("is asked again after the time that it names, unless that is long", () => {
    const waitMs = (asked: object) =>
      waitBeforeRetryMs(new APIError(429, undefined, undefined, new Headers({ ...asked })));
    const waits = ["0", "7", "11"].map((asked) => waitMs({ "retry-after": asked }));
    expect([...waits, waitMs({})]).toEqual([0, 7000, undefined, 500]);
  });

  it("is asked again only within the time for the whole call", async () => {
    const { url, recorded } = await startRecorder((response, _request, number) => {
      if (number < 2) json(response, 500, echo, inTime);
    });
    const { message } = await errorOf(clients(url, counted({ timeoutMs: 1000 }).limits).complete());
    expect([message, recorded.length]).toEqual([expect.stringContaining("no answer within 1 s"), 2]);
  });
});

it("A request to a model is not sent, not even again, if it may not be counted", async () => {
  const refusal = new Error("No more today.");
  const { url, recorded } = await startRecorder((r) => json(r, 500, echo, inTime));
  const { transcribe } = clients(url, { ...once, reserve: () => Promise.reject(refusal) });
  await expect(transcribe()).rejects.toBe(refusal);
  expect(recorded).toEqual([]);
  let left = 1;
  const reserve = async () => {
    left -= 1;
    if (left < 0) throw refusal;
  };
  await expect(clients(url, { ...once, retries: 1, reserve }).complete()).rejects.toBe(refusal);
  expect(recorded.length).toBe(1);
});

it("A call to a model that is cancelled while it waits ends with the reason", async () => {
  const [controller, reason] = [new AbortController(), new Error("given up")];
  const { url, recorded } = await startRecorder((r) => {
    json(r, 429, { error: sentinel }, { "Retry-After": "9" });
    setTimeout(() => controller.abort(reason), 50);
  });
  await expect(clients(url, counted().limits).complete(controller.signal)).rejects.toBe(reason);
  expect(recorded.length).toBe(1);
});
