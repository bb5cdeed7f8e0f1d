import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { startEcho } from "../support/network/echo.ts";
import { asking } from "../support/network/http.ts";
import { type recipes, startByRecipe } from "../support/network/recipes.ts";
import { turn } from "../support/network/switch.ts";

const haproxy: (typeof recipes)[number] = ["haproxy", "haproxy.cfg"];
const nginx: (typeof recipes)[number] = ["nginx", "nginx.conf"];
const apache: (typeof recipes)[number] = ["apache2", "apache.conf"];

/** Whom a request with a path and a host reaches. */
type Expected = [path: string, host: string, name: string][];
const onePath: Expected = [
  ["/shop", "shop.example", "Backsoon"],
  ["/shop/cart?id=1", "shop.example", "Backsoon"],
  ["/%73hop", "shop.example", "Backsoon"],
  ["//shop", "shop.example", "Backsoon"],
  ["/api/notice", "shop.example", "Backsoon"],
  ["/assets/backsoon-1.js", "shop.example", "Backsoon"],
  ["/shops", "shop.example", "app"],
  ["/", "shop.example", "app"],
];
const oneHost: Expected = [
  ["/a", "shop.example", "Backsoon"],
  ["/a", "SHOP.example:8443", "Backsoon"],
  ["/a", "blog.example", "app"],
  ["/a", "shop.example.org", "app"],
  ["/api/notice", "shop.example", "Backsoon"],
  ["/assets/backsoon-1.js", "shop.example", "Backsoon"],
  ["/api/notice", "blog.example", "app"],
  ["/assets/backsoon-1.js", "blog.example", "app"],
];
const oneAddress: Expected = [["/", "shop.example", "app"]];
/** With what they reach it. */
const switched = [
  ["on", "GET"],
  ["on", "POST"],
  ["read-only", "POST"],
] as const;

describe.each([
  ["one path", haproxy, /^ *acl planned always_true\n *# acl planned path.*$/gm, onePath],
  ["one host", haproxy, /^ *(?:acl planned always_true|# acl planned req.*)$/gm, oneHost],
  ["all but one address", haproxy, /^ *# acl staff src .*$/gm, oneAddress],
  ["one path", nginx, /^ *# if \(\$uri .*$/gm, onePath],
  ["one path", apache, /^ *# RewriteCond %\{REQUEST_URI}.*\n.*$/gm, onePath],
  ["one host", nginx, /^ *# if \(\$host .*$/gm, oneHost],
  ["one host", apache, /^ *# RewriteCond %\{HTTP_HOST}.*\n.*$/gm, oneHost],
  ["all but one address", nginx, /^ *# if \(\$remote_addr .*$/gm, oneAddress],
  ["all but one address", apache, /^ *# RewriteCond %\{REMOTE_ADDR}.*\n.*$/gm, oneAddress],
] as const)("the notice on purpose for %s, by the recipe for %s", (_, recipe, comment, expected) => {
  it("is what those get, and nobody else", async () => {
    const [app, backsoon] = await Promise.all([startEcho("app", 200), startEcho("Backsoon", 503)]);
    const flags = temporaryFolder();
    const edit = (text: string) =>
      text
        .replace(comment, (lines) =>
          lines.replace(/^ *acl planned always_true$/m, "").replace(/^([ \t]*)# /gm, "$1"),
        )
        .replace("192.0.2.7", "127.0.0.1");
    const url = await startByRecipe(recipe, { app: app.port, services: [backsoon.url], flags, edit });
    const ask = asking(url);
    for (const [to, method] of switched) {
      await turn(recipe, flags, to);
      for (const [path, host, name] of expected) {
        const { body } = await ask({ url: path, method, headers: { host } });
        expect([to, path, host, body]).toEqual([to, path, host, name]);
      }
      await turn(recipe, flags, "off");
    }
    for (const [path, host] of expected) {
      const { body } = await ask({ url: path, method: "POST", headers: { host } });
      expect([path, host, body]).toEqual([path, host, "app"]);
    }
  });
});
