import { describe, expect, it } from "vitest";
import { json, startRecorder, wellBehaved } from "../../support/network/recorder.ts";
import { clients, echo, errorOf, once } from "./clients.ts";

describe("a service is asked again", () => {
  const patient = { ...once, retries: 2 };

  it("at most twice", async () => {
    const { url, recorded } = await startRecorder((r) => json(r, 500, echo, { "Retry-After": "0" }));
    await errorOf(clients(url, patient).complete());
    expect(recorded.length).toBe(3);
  });

  it("and its answer is taken then", async () => {
    const { url, recorded } = await startRecorder((response, request, number) =>
      number < 3 ? json(response, 429, echo, { "Retry-After": "0" }) : wellBehaved(response, request, number),
    );
    expect(await clients(url, patient).transcribe()).toBe("one two");
    expect(recorded.map(({ body }) => body.length > 32_000)).toEqual([true, true, true]);
  });

  it("not at all when it wants us to wait for long", async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    for (const wait of ["3600", date]) {
      const { url, recorded } = await startRecorder((r) => json(r, 429, echo, { "Retry-After": wait }));
      const { message } = await errorOf(clients(url, patient).complete());
      expect(message).toMatch(/try again in 3(?:600|59\d) s,/);
      expect(recorded.length).toBe(1);
    }
  });

  it("not when the request itself is wrong", async () => {
    const { url, recorded } = await startRecorder((r) => json(r, 401, echo));
    await errorOf(clients(url, patient).complete());
    expect(recorded.length).toBe(1);
  });
});
