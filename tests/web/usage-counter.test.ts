import { createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { readBuild } from "../../api/http/assets.ts";
import { type UsageCounter, UsageCounterContext, useUsageCounter } from "../../web/page/usage-counter.ts";

/** The counter that a component reads within the providers that `wrap` adds. */
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

it("The usage counter counts nothing and has no limit without a provider", () => {
  const counter = read((reader) => reader);
  expect(counter.increment()).toBeUndefined();
  const defaults = { count: 0, increment: counter.increment, limitReached: false };
  expect(read((reader) => reader)).toEqual(defaults);
  const value: UsageCounter = { count: 5, increment() {}, limitReached: true };
  expect(read((reader) => [provide(value, null), reader])).toEqual(defaults);
});

it("The usage counter comes from the nearest provider", () => {
  const increment = () => {
    nearest.count += 1;
  };
  const nearest: UsageCounter = { count: 3, increment, limitReached: true };
  const other: UsageCounter = { count: 1, increment() {}, limitReached: false };
  const counter = read((reader) => provide(other, provide(nearest, reader)));
  expect(counter).toBe(nearest);
  counter.increment();
  expect(read((reader) => provide(nearest, reader)).count).toBe(4);
});

it("The visitors' page does not download the usage counter", () => {
  for (const { bodies } of readBuild("dist/web").assets)
    expect(bodies.identity.toString()).not.toContain("limitReached");
});
