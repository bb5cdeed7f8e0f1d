import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readDeployFile as read } from "./deploy-files.ts";

const { routers, services } = parse(read("traefik.yaml")).http;

describe("Traefik's file for the notice on purpose", () => {
  const shipped = read("traefik-planned.yaml");
  // Comments that are YAML, without those that are words.
  const whole = shipped.replace(/^( +)# ((?:planned-| {2}\w+: ).*)$/gm, "$1$2");

  it.each([
    ["as it is", shipped, ["planned"]],
    [
      "with all that it has in comments",
      whole,
      ["planned", "planned-part", "planned-own", "planned-writes", "planned-staff"],
    ],
  ])("names, %s, services and middlewares that there are, above all routers", (_, text, names) => {
    const { http } = parse(text);
    expect(Object.keys(http.routers)).toEqual(names);
    for (const { rule, priority, middlewares = [], service } of Object.values<typeof routers.visitors>(
      http.routers,
    )) {
      expect(Object.keys(services)).toContain(service);
      for (const name of middlewares) expect(Object.keys(http.middlewares)).toContain(name);
      expect(rule).toMatch(/^!?[A-Z]\w+\(`/);
      expect(priority).toBeGreaterThan(routers.visitors.priority ?? routers.visitors.rule.length);
    }
  });

  it("says that it was not tried", () => {
    expect(shipped).toContain("It was written by Traefik's documentation and not tried");
  });
});
