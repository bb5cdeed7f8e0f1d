import { createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { readBuild } from "../../api/assets/build.ts";
import { type UsageCounter, UsageCounterContext, useUsageCounter } from "../../web/page/usage-counter.ts";

/** What a component reads that stands below the providers which `wrap` puts around it. */
function read(wrap: (reader: ReactNode) => ReactNode): UsageCounter {
  const seen: UsageCounter[] = [];
  function Reader() {
    seen.push(useUsageCounter());
    return null;
  }
  renderToString(wrap(createElement(Reader)));
  expect(seen).toHaveLength(1);
  return seen[0] as UsageCounter;
}

const provide = (value: UsageCounter, children: ReactNode) =>
  createElement(UsageCounterContext, { value }, children);

describe("without a provider the usage counter", () => {
  it("has a count of 0", () => {
    expect(read((reader) => reader).count).toBe(0);
  });

  it("counts nothing when it is told to", () => {
    const counter = read((reader) => reader);
    expect(counter.increment()).toBeUndefined();
    expect(counter.count).toBe(0);
    expect(read((reader) => reader)).toEqual({ count: 0, increment: counter.increment, limitReached: false });
  });

  it("has a limit that is not reached", () => {
    expect(read((reader) => reader).limitReached).toBe(false);
  });
});

describe("with a provider the usage counter", () => {
  const counterFrom = (count: number): UsageCounter => {
    const increment = () => {
      counter.count += 1;
    };
    const counter = { count, increment, limitReached: true };
    return counter;
  };

  it("has the count, the increment and the limit of the provider", () => {
    const value = counterFrom(3);
    const counter = read((reader) => provide(value, reader));
    expect(counter).toBe(value);
    counter.increment();
    expect(read((reader) => provide(value, reader)).count).toBe(4);
    expect(counter.limitReached).toBe(true);
  });

  it("is that of the nearest one", () => {
    const nearest = counterFrom(7);
    expect(read((reader) => provide(counterFrom(1), provide(nearest, reader)))).toBe(nearest);
  });

  it("has its defaults for a component beside it", () => {
    const beside = read((reader) => [provide(counterFrom(5), null), reader]);
    expect([beside.count, beside.limitReached]).toEqual([0, false]);
  });
});

describe("the notice page", () => {
  it("does not use it, so visitors download nothing of it", () => {
    for (const { bodies } of readBuild("dist/web").assets)
      expect(bodies.identity.toString()).not.toContain("limitReached");
  });
});
