import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scriptType } from "../../api/assets/build.ts";
import { assetHeaders } from "../../api/assets/routes.ts";
import { suffixes } from "../../api/export/files/files.ts";
import { negotiateEncoding } from "../../api/http/content-coding.ts";
import { answerHeaders, exposed } from "../../api/http/cors.ts";
import { documentHeaders, documentType } from "../../api/visitor/document.ts";
import { contentTypes } from "../../api/visitor/formats.ts";
import { lookUpLanguage } from "../../api/visitor/languages.ts";
import { createNegotiate } from "../../api/visitor/negotiate.ts";
import { pageHeaders } from "../../api/visitor/visitor-reply.ts";
import { languageTags } from "../../schema/languages/tags.ts";
import { freePort } from "../../scripts/bench/harness/free-port.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { asking } from "../support/network/http.ts";
import { startProxy } from "../support/network/proxy.ts";

/** What browsers and programs name as their languages. */
const languages: string[] = [
  ...languageTags,
  ...["de-AT", "de-CH,fr;q=0.5", "EN-us,en;q=0.9", "es-419,es", "pt", "pt-br", "pt-AO", "pt-Latn-BR"],
  ...["zh", "zh-CN", "zh-TW,zh;q=0.9", "zh-HK", "zh-SG", "zh-Hans-HK", "zh-Hant-CN", "zh-US", "yue"],
  ...["sr", "sr-RS", "sr-Cyrl-ME", "sr-Latn", "sr-Latn-RS", "sr-ME", "bs", "bs-Latn-BA", "bs-Cyrl", "sh"],
  ...["sh-Cyrl", "cnr-ME", "no", "nn-NO", "gsw", "iw", "in", "tl-PH", "fil", "ca-ES-valencia", "ar-EG"],
  ...["fa-AF", "de-Latn-DE", "de-Cyrl", "tlh", "x-klingon", "deutsch", "", "*", "-", "de;q=1", "\tde", " de"],
];

/** What they accept. */
const types = [
  ...["", "*/*", "text/html", "image/avif,image/webp,*/*;q=0.8", "text/html;q=0.9,application/json;q=0.5"],
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "application/xml,application/xhtml+xml,text/html;q=0.9,text/plain;q=0.8,*/*;q=0.5",
  "image/jpeg, application/x-ms-application, image/gif, application/xaml+xml, image/pjpeg, */*",
  ...["application/json", "text/json", "application/json, text/plain, */*"],
  ...["Application/JSON; charset=utf-8", "application/vnd.api+json", "application/problem+json"],
  ...["application/problem+xml", "application/json5", "application/xml", "text/xml;charset=utf-8"],
  ...["application/atom+xml", "text/plain", "text/plain, */*", "text/html+json", "text/html,text/plain"],
];

const codings = [
  ...["", "gzip", "gzip, deflate", "gzip, deflate, br", "br;q=1.0, gzip;q=0.8", "br;q=0, gzip"],
  ...["br ; q=0.000", "gzip;q=0", "identity", "brotli", "x-gzip", "br;q=0.001", "gzip,br", "BR", "zstd"],
];

const ends = { identity: "", br: ".br", gzip: ".gz" };
const script = "backsoon-x_1.js";

/** A folder like that of an export, in which each file has its own name in it. */
function makeExport(): string {
  const folder = join(temporaryFolder(), "export");
  const write = (...names: string[]) => {
    const path = join(folder, ...names);
    mkdirSync(join(path, ".."), { recursive: true });
    for (const end of Object.values(ends)) writeFileSync(path + end, `${names.at(-1)}${end}`);
  };
  for (const tag of languageTags)
    for (const suffix of Object.values(suffixes)) write("current", "pages", `${tag}.${suffix}`);
  write("current", "notice.json");
  write("assets", script);
  chmodSync(join(folder, ".."), 0o755);
  return folder;
}

/** Runs a proxy whose app is away, by its whole recipe; gives what asks it. */
async function startWithFiles(name: "nginx" | "caddy", folder: string) {
  const { stdout } = await notice({}, ["proxy", name, "--whole", "--files", folder]);
  return asking(await startProxy(name, stdout, { "3000": await freePort(), "8000": await freePort() }));
}

describe.each(["nginx", "caddy"] as const)("the files of an export behind %s", (name) => {
  it("are in the service's own language, format and coding", async () => {
    const ask = await startWithFiles(name, makeExport());
    const found = async (header: string, values: string[]) => {
      const bodies: [value: string, body: string][] = [];
      for (const value of values)
        bodies.push([value, (await ask({ method: "POST", headers: { [header]: value } })).body]);
      return bodies;
    };
    expect(await found("Accept-Language", languages)).toEqual(
      languages.map((value) => [value, `${lookUpLanguage(value).language || "en"}.txt`]),
    );
    // Only the first language counts.
    expect(await found("Accept-Language", ["tlh,de", "*,de", "de;q=0.5,fr"])).toEqual([
      ["tlh,de", "en.txt"],
      ["*,de", "en.txt"],
      ["de;q=0.5,fr", "de.txt"],
    ]);
    const formatOf = (accept: string) =>
      createNegotiate()({ accept, acceptLanguage: "", acceptEncoding: "" }).format;
    expect(await found("Accept", types)).toEqual(
      types.map((value) => [value, `en.${suffixes[formatOf(value) as keyof typeof suffixes]}`]),
    );
    // So does only the first type, but for a browser's.
    expect(await found("Accept", ["text/html;q=0.1,text/xml"])).toEqual([
      ["text/html;q=0.1,text/xml", "en.html"],
    ]);
    expect(await found("Accept-Encoding", codings)).toEqual(
      codings.map((value) => [value, `en.txt${ends[negotiateEncoding(value)]}`]),
    );
  });

  it("have the service's own headers, and its own reply to a preflight", async () => {
    const ask = await startWithFiles(name, makeExport());
    const expectReply = async (asked: Parameters<typeof ask>[0], status: number, ...headers: object[]) => {
      const reply = await ask(asked);
      const named = Object.entries(Object.assign({ "Maintenance-Notice": "export" }, ...headers));
      const lower = Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value]));
      const found = Object.fromEntries(Object.keys(lower).map((name) => [name, reply.headers[name]]));
      expect([reply.statusCode, found]).toEqual([status, lower]);
    };
    const origin = "https://shop.example";
    const readable = {
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Allow-Credentials": "true",
      "Access-Control-Expose-Headers": exposed,
    };
    const policy = "frame-ancestors 'self'; base-uri 'none'; form-action 'none'";
    for (const [accept, format, governedBy] of [
      ["text/html", "html", policy],
      ["application/json", "json", undefined],
      ["text/xml", "xml", policy],
      ["text/plain", "text", undefined],
    ] as const) {
      const headers = { Accept: accept, "Accept-Language": "de", "Accept-Encoding": "br", Origin: origin };
      const own = {
        "Content-Type": contentTypes[format],
        "Content-Language": "de",
        "Content-Encoding": "br",
        "Content-Security-Policy": governedBy,
      };
      await expectReply({ headers }, 503, pageHeaders, readable, own);
    }
    const anybody = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed };
    await expectReply({}, 503, pageHeaders, anybody);
    for (const url of ["/api/notice", "/shop/backsoon-notice?1"])
      await expectReply({ url }, 200, documentHeaders, anybody, { "Content-Type": documentType });
    const known = { url: "/shop/backsoon-notice?1", headers: { "If-None-Match": "*", Origin: origin } };
    await expectReply(known, 304, documentHeaders, readable);
    await expectReply({ url: `/assets/${script}` }, 200, assetHeaders, { "Content-Type": scriptType });
    const names = { "Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "x-one" };
    await expectReply({ method: "OPTIONS", headers: { Origin: origin, ...names } }, 204, answerHeaders, {
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Allow-Methods": "PUT",
      "Access-Control-Allow-Headers": "x-one",
    });
  });
});

it("nginx sends them in a server with a login, a cache and locations by expressions of its own", async () => {
  const [folder, own] = [makeExport(), temporaryFolder()];
  chmodSync(own, 0o755);
  await notice({}, ["proxy", "nginx", "--files", folder, "--out", own]);
  const site = `
    listen 8000; auth_basic app; auth_basic_user_file ${join(own, "nobody")}; gzip on; gzip_types *; gzip_min_length 1;
    include ${own}/server.conf;
    location / { auth_basic off; proxy_pass http://127.0.0.1:3000; }
    location ~ [.](?:html|js|json)$ { auth_basic off; proxy_pass http://127.0.0.1:3000; }`;
  const cache = "open_file_cache max=9; open_file_cache_errors on;";
  const text = `events {} http { access_log off; ${cache} include ${own}/http.conf; server { ${site} } }`;
  writeFileSync(join(own, "nobody"), "");
  const ask = asking(await startProxy("nginx", text, { "3000": await freePort(), "8000": await freePort() }));
  const replies = async () => {
    const asked = ["/", "/a.json", "/api/notice", `/assets/${script}`];
    const got = await Promise.all(asked.map((url) => ask({ url, headers: { "Accept-Encoding": "gzip" } })));
    got.push(await ask({ method: "POST", url: "/a.json" }));
    return got.map(({ statusCode, body }) => `${statusCode} ${body}`);
  };
  const others = [`200 ${script}.gz`, "503 en.txt"];
  expect(await replies()).toEqual(["503 en.txt.gz", "503 en.txt.gz", "200 notice.json.gz", ...others]);
  writeFileSync(join(folder, "current", "pages", "new"), "new");
  renameSync(join(folder, "current", "pages", "new"), join(folder, "current", "pages", "en.txt.gz"));
  rmSync(join(folder, "current", "notice.json.gz"));
  expect(await replies()).toEqual(["503 new", "503 new", "503 new", ...others]);
});

it("nginx finds them by expressions with an end, as no header may take long", async () => {
  const { stdout } = await notice({}, ["proxy", "nginx", "--files", "/srv/backsoon"]);
  const maps = /^# in `http`:\n.*?^\n(?=# in your)/ms.exec(stdout)?.[0] ?? "";
  const patterns = [...maps.matchAll(/^ +(["'])(~.*)\1 /gm)].map(([, , pattern = ""]) => pattern);
  expect(patterns.length).toBeGreaterThan(12);
  for (const pattern of patterns) expect(pattern.replace(/\\.|\[[^\]]*\]|^~\*/g, "")).not.toMatch(/[*+]|,\}/);
});
