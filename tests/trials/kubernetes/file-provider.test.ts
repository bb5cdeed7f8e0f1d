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
      ["planned", "planned-path", "planned-host", "planned-writes", "planned-own", "planned-staff"],
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

  // Each as with the other recipes.
  const parts: [string[], [method: string, path: string, host: string, service: string][]][] = [
    [
      ["planned-path"],
      [
        ["GET", "/shop", "shop.example", "backsoon"],
        ["POST", "/shop/cart", "blog.example", "backsoon"],
        ["GET", "/shop/backsoon-notice", "shop.example", "backsoon"],
        ["GET", "/backsoon-notice", "shop.example", "app-or-notice"],
        ["GET", "/shops", "shop.example", "app-or-notice"],
        ["GET", "/", "shop.example", "app-or-notice"],
      ],
    ],
    [
      ["planned-host"],
      [
        ["POST", "/a", "shop.example", "backsoon"],
        ["GET", "/a/backsoon-notice", "shop.example", "backsoon"],
        ["GET", "/a/backsoon-notice", "blog.example", "app-or-notice"],
        ["GET", "/a", "blog.example", "app-or-notice"],
      ],
    ],
    [
      ["planned-writes", "planned-own"],
      [
        ["GET", "/cart", "shop.example", "app-or-notice"],
        ["OPTIONS", "/cart", "shop.example", "app-or-notice"],
        ["POST", "/cart", "shop.example", "backsoon"],
        ["POST", "/login", "shop.example", "app-or-notice"],
        ["POST", "/search", "shop.example", "app-or-notice"],
        ["POST", "/graphql", "shop.example", "app-or-notice"],
        ["POST", "/login/more", "shop.example", "backsoon"],
        ["PUT", "/login", "shop.example", "backsoon"],
        ["DELETE", "/graphql", "shop.example", "backsoon"],
        ["GET", "/cart/backsoon-notice", "shop.example", "backsoon"],
        ["GET", "/api/notice", "shop.example", "app-or-notice"],
        ["GET", "/assets/backsoon-1.js", "shop.example", "backsoon"],
        ["GET", "/assets/shop.js", "shop.example", "app-or-notice"],
      ],
    ],
  ];
  it.each(parts)(
    "leads with %j to Backsoon what the other recipes do, and nothing else",
    (names, expected) => {
      const { http } = parse(whole);
      for (const [method, path, host, service] of expected) {
        const found = names
          .map((name) => http.routers[name])
          .find(({ rule }) => fits(rule, method, path, host));
        expect([method, path, host, (found ?? routers.visitors).service]).toEqual([
          method,
          path,
          host,
          service,
        ]);
      }
    },
  );

  it("says that it was not tried", () => {
    expect(shipped).toContain("It was written by Traefik's documentation and not tried");
  });
});

/** Whether a request fits a rule, by what Traefik documents of the matchers. */
function fits(rule: string, method: string, path: string, host: string): boolean {
  const matchers: Record<string, (value: string) => boolean> = {
    Method: (value) => value === method,
    Path: (value) => value === path,
    PathPrefix: (value) => path.startsWith(value),
    PathRegexp: (value) => new RegExp(value).test(path),
    Host: (value) => value === host,
  };
  const facts = rule.replace(/(\w+)\(`([^`]*)`\)/g, (_, name, value) => String(matchers[name]?.(value)));
  expect(facts).toMatch(/^(?:true|false|&&|\|\||[!() ])+$/);
  return Function(`return ${facts}`)();
}
