import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { temporaryFolder } from "../support/folder.ts";

const run = promisify(execFile);
const manifest = readFileSync("docs/deploy/kubernetes.yaml", "utf8");
const service = parseAllDocuments(manifest)
  .map((document) => document.toJS())
  .find(({ kind }) => kind === "Service");

const backend = (name: string) => ({ service: { name, port: { number: 80 } } });
const paths = (...names: string[]) =>
  names.map((name) => ({ path: `/${name}`, pathType: "Prefix" as const, backend: backend(name) }));
const bucket = { resource: { apiGroup: "k8s.example.com", kind: "Bucket", name: "pictures" } };
const ingress = {
  metadata: { name: "shop", annotations: { "nginx.ingress.kubernetes.io/proxy-body-size": "128m" } },
  spec: {
    ingressClassName: "nginx",
    tls: [{ hosts: ["shop.example", "blog.example"], secretName: "shop-tls" }],
    defaultBackend: backend("shop"),
    rules: [
      { host: "shop.example", http: { paths: paths("shop", "cart") } },
      {
        host: "blog.example",
        http: { paths: [...paths("blog"), { path: "/p", pathType: "Exact" as const, backend: bucket }] },
      },
    ],
  },
};
const redirect = { type: "RequestRedirect", requestRedirect: { scheme: "https" } };
const httproute = {
  metadata: { name: "shop" },
  spec: {
    hostnames: ["shop.example"],
    parentRefs: [{ name: "gateway" }],
    rules: [
      { matches: [{ path: { type: "PathPrefix", value: "/" } }], backendRefs: [{ name: "shop", port: 80 }] },
      { filters: [redirect] },
      {
        backendRefs: [
          { name: "cart", port: 80, weight: 9 },
          { name: "cart-2", port: 80, weight: 1 },
        ],
      },
    ],
  },
};

/** What stands in the place of kubectl: `get` replies with the route as it is, `patch` keeps the patch. */
const kubectl = `#!/bin/sh
case "$*" in
  "get $KIND shop -o json") cat route.json ;;
  "patch $KIND shop --type=json --patch-file="*) cp "\${5#*=}" patched.json ;;
  *) exit 1 ;;
esac
`;

/** What the route's spec is after each of the commands that the manifest gives for its kind. */
async function switchRoute(kind: string, route: object) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "route.json"), JSON.stringify(route));
  writeFileSync(join(folder, "kubectl"), kubectl, { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env.PATH}`, KIND: kind };
  const type = async (words: string) => {
    const [, command = "exit 1"] =
      new RegExp(`^# +${words} +(kubectl \\w+ ${kind} .*)$`, "m").exec(manifest) ?? [];
    await run("sh", ["-c", command], { cwd: folder, env });
  };
  const patched = () => {
    const [{ op, path, value }, ...others] = JSON.parse(readFileSync(join(folder, "patched.json"), "utf8"));
    expect([op, path, others]).toEqual(["replace", "/spec", []]);
    return value;
  };
  await type("once before");
  await type("everything");
  const on = patched();
  await type("and back");
  return { on, off: patched() };
}

describe("the route to the notice on purpose, in Kubernetes", () => {
  const [port] = service.spec.ports;

  it("leads in an Ingress everything to our service, whatever its rules and hosts, and back", async () => {
    const { on, off } = await switchRoute("ingress", ingress);
    const ours = { service: { name: service.metadata.name, port: { name: port.name } } };
    expect(on).toEqual({
      ...ingress.spec,
      defaultBackend: ours,
      rules: ingress.spec.rules.map(({ host, http }) => ({
        host,
        http: { paths: http.paths.map((each) => ({ ...each, backend: ours })) },
      })),
    });
    new Ingress({ metadata: ingress.metadata, spec: on }).validate();
    expect(off).toEqual(ingress.spec);
  });

  it("leads in an HTTPRoute everything to our service but what is redirected, and back", async () => {
    const { on, off } = await switchRoute("httproute", httproute);
    const ours = [{ name: service.metadata.name, port: port.port }];
    const [first, redirected, last] = httproute.spec.rules;
    const rules = [{ ...first, backendRefs: ours }, redirected, { ...last, backendRefs: ours }];
    expect(on).toEqual({ ...httproute.spec, rules });
    expect(off).toEqual(httproute.spec);
  });
});
