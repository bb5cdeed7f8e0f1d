import { APIError } from "openai";
import { describe, expect, it } from "vitest";
import { waitBeforeRetryMs } from "../../../api/models/azure-client.ts";
import type { RequestLimits } from "../../../api/models/deployment.ts";
import { json, type Reply, sentinel, startRecorder, wellBehaved } from "../../support/network/recorder.ts";
import { clients, echo, errorOf, once } from "./clients.ts";

/** Limits under which one retry is allowed, and the number of requests that were reserved. */
function counted(limits: Partial<RequestLimits> = {}) {
  const counter = { count: 0 };
  const reserve = async () => {
    counter.count += 1;
  };
  return { counter, limits: { ...once, retries: 1, reserve, ...limits } satisfies RequestLimits };
}

const inTime = { "Retry-After": "0" };

describe("a model is asked again", () => {
  it.each<[string, number, Reply, Partial<RequestLimits>?]>([
    ["once after 429", 2, (r) => json(r, 429, echo, inTime)],
    ["once after a closed connection", 2, (r) => void r.socket?.destroy()],
    ["not if it refuses the text", 1, (r) => json(r, 400, { error: { code: "content_filter" } })],
    ["not if it is too slow", 1, () => {}, { timeoutMs: 400 }],
  ])("%s, and each request is counted", async (_name, requests, reply, more) => {
    const { url, recorded } = await startRecorder(reply);
    const { counter, limits } = counted(more);
    await errorOf(clients(url, limits).complete());
    expect([recorded.length, counter.count]).toEqual([requests, requests]);
  });

  it("with the same recording, and then its answer is taken", async () => {
    const { url, recorded } = await startRecorder((response, request, number) =>
      number < 2 ? json(response, 429, echo, inTime) : wellBehaved(response, request, number),
    );
    expect(await clients(url, counted().limits).transcribe()).toBe("one two");
    expect(recorded.map(({ body }) => body.length > 32_000)).toEqual([true, true]);
  });

  it("after the time that it asks for, unless that is long", () => {
    const waitMs = (asked: object) =>
      waitBeforeRetryMs(new APIError(429, undefined, undefined, new Headers({ ...asked })));
    const waits = ["0", "7", "11"].map((asked) => waitMs({ "retry-after": asked }));
    expect([...waits, waitMs({})]).toEqual([0, 7000, undefined, 500]);
  });

  it("within the time for the whole call", async () => {
    const { url, recorded } = await startRecorder((response, _request, number) => {
      if (number < 2) json(response, 500, echo, inTime);
    });
    const { message } = await errorOf(clients(url, counted({ timeoutMs: 1000 }).limits).complete());
    expect([message, recorded.length]).toEqual([expect.stringContaining("no answer within 1 s"), 2]);
  });
});

it("a request that may not be counted is not sent, not even as a retry", async () => {
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

it("a call that is given up while it waits for a retry ends at once, with that reason", async () => {
  const [controller, reason] = [new AbortController(), new Error("given up")];
  const { url, recorded } = await startRecorder((r) => {
    json(r, 429, { error: sentinel }, { "Retry-After": "9" });
    setTimeout(() => controller.abort(reason), 50);
  });
  await expect(clients(url, counted().limits).complete(controller.signal)).rejects.toBe(reason);
  expect(recorded.length).toBe(1);
});
