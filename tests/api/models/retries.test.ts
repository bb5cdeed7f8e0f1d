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
  it.each<[string, Reply]>([
    ["429", (r) => json(r, 429, echo, inTime)],
    ["429 without a time", (r) => json(r, 429, echo)],
    ["a connection that breaks", (r) => void r.socket?.destroy()],
  ])("once after %s, and each request is reserved", async (_name, reply) => {
    const { url, recorded } = await startRecorder(reply);
    const { counter, limits } = counted();
    await errorOf(clients(url, limits).complete());
    expect([recorded.length, counter.count]).toEqual([2, 2]);
  });

  it("and its answer is taken then", async () => {
    const { url, recorded } = await startRecorder((response, request, number) =>
      number < 2 ? json(response, 429, echo, inTime) : wellBehaved(response, request, number),
    );
    const { counter, limits } = counted();
    expect(await clients(url, limits).transcribe()).toBe("one two");
    expect(recorded.map(({ body }) => body.length > 32_000)).toEqual([true, true]);
    expect(counter.count).toBe(2);
  });

  it.each([
    ["0", 0],
    ["7", 7000],
    ["11", undefined],
    ["", 500],
  ])("after the time that it asks for: %j", (asked, waitMs) => {
    const headers = new Headers(asked ? { "retry-after": asked } : {});
    for (const status of [429, 503])
      expect(waitBeforeRetryMs(new APIError(status, undefined, undefined, headers))).toBe(waitMs);
  });

  it("not at all when it wants us to wait for long", async () => {
    for (const wait of ["11", "3600"]) {
      const { url, recorded } = await startRecorder((r) => json(r, 429, echo, { "Retry-After": wait }));
      const { message } = await errorOf(clients(url, counted().limits).complete());
      expect(message).toMatch(/try again in (?:11|3600) s\)/);
      expect(recorded.length).toBe(1);
    }
  });

  it.each<[string, Reply, Partial<RequestLimits>?]>([
    ["it refuses the words", (r) => json(r, 400, { error: { code: "content_filter" } })],
    ["it is too slow", () => {}, { timeoutMs: 400 }],
  ])("not when %s", async (_name, reply, more) => {
    const { url, recorded } = await startRecorder(reply);
    const { counter, limits } = counted(more);
    await errorOf(clients(url, limits).complete());
    expect([recorded.length, counter.count]).toEqual([1, 1]);
  });

  it("within the time for the whole call", async () => {
    const { url, recorded } = await startRecorder((response, _request, number) => {
      if (number < 2) json(response, 500, echo, inTime);
    });
    const { message } = await errorOf(clients(url, counted({ timeoutMs: 1000 }).limits).complete());
    expect([message, recorded.length]).toEqual([expect.stringContaining("no answer within 1 s"), 2]);
  });
});

describe("a request that may not be reserved", () => {
  const refusal = new Error("No more today.");

  it("is not sent", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    const { complete, transcribe } = clients(url, { ...once, reserve: () => Promise.reject(refusal) });
    await expect(complete()).rejects.toBe(refusal);
    await expect(transcribe()).rejects.toBe(refusal);
    expect(recorded).toEqual([]);
  });

  it("is not sent as a retry either", async () => {
    const { url, recorded } = await startRecorder((r) => json(r, 500, echo, inTime));
    let count = 0;
    const reserve = async () => {
      count += 1;
      if (count > 1) throw refusal;
    };
    await expect(clients(url, { ...once, retries: 1, reserve }).complete()).rejects.toBe(refusal);
    expect(recorded.length).toBe(1);
  });
});

describe("a call that is given up", () => {
  const reason = new Error("given up");

  it("ends at once, with that reason, while the model is thinking", async () => {
    const controller = new AbortController();
    const { url, recorded } = await startRecorder(() => controller.abort(reason));
    const { counter, limits } = counted();
    await expect(clients(url, limits).complete(controller.signal)).rejects.toBe(reason);
    expect([recorded.length, counter.count]).toEqual([1, 1]);
  });

  it("ends while it waits for a retry", async () => {
    const controller = new AbortController();
    const { url, recorded } = await startRecorder((r) => {
      r.on("close", () => setTimeout(() => controller.abort(reason), 50));
      json(r, 429, { error: sentinel }, { "Retry-After": "9" });
    });
    await expect(clients(url, counted().limits).complete(controller.signal)).rejects.toBe(reason);
    expect(recorded.length).toBe(1);
  });
});
