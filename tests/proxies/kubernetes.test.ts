import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.ts";

const run = promisify(execFile);
const guide = readFileSync("docs/kubernetes.md", "utf8");

const backend = (name: string) => ({ service: { name, port: { number: 80 } } });
const path = (name: string) => ({ path: `/${name}`, pathType: "Prefix", backend: backend(name) });
const bucket = { resource: { apiGroup: "k8s.example.com", kind: "Bucket", name: "pictures" } };
const ingress = {
  metadata: { name: "shop", annotations: { "nginx.ingress.kubernetes.io/proxy-body-size": "128m" } },
  spec: {
    ingressClassName: "nginx",
    tls: [{ hosts: ["shop.example", "blog.example"], secretName: "shop-tls" }],
    defaultBackend: backend("shop"),
    rules: [
      { host: "shop.example", http: { paths: [path("shop"), path("cart")] } },
      {
        host: "blog.example",
        http: { paths: [path("blog"), { path: "/p", pathType: "Exact", backend: bucket }] },
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
      { backendRefs: ["cart", "cart-2"].map((name, at) => ({ name, port: 80, weight: 9 - at })) },
    ],
  },
};

/** Stands for kubectl: `get` prints the route, and `patch` keeps the patch. */
const kubectl = `#!/bin/sh
case "$*" in
  "get $KIND shop -o json") cat route.json ;;
  "patch $KIND shop --type=json --patch-file="*) cp "\${5#*=}" patched.json ;;
  *) exit 1 ;;
esac
`;

/** Returns the route's spec after each of the two patches that the guide gives for its kind. */
async function switchRoute(kind: string, route: object) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "route.json"), JSON.stringify(route));
  writeFileSync(join(folder, "kubectl"), kubectl, { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env.PATH}`, KIND: kind };
  const type = async (start: string) => {
    const commands = guide.split("\n").filter((line) => line.startsWith(start));
    expect(commands).toHaveLength(1);
    await run("sh", ["-c", `${commands}`], { cwd: folder, env });
  };
  const patch = async (file: string) => {
    await type(`kubectl patch ${kind} shop --type=json --patch-file=${file}`);
    const [{ op, path, value }, ...others] = JSON.parse(readFileSync(join(folder, "patched.json"), "utf8"));
    expect([op, path, others]).toEqual(["replace", "/spec", []]);
    return value;
  };
  await type(`kubectl get ${kind} shop `);
  return { on: await patch("on.json"), off: await patch("off.json") };
}

describe("The patches of docs/kubernetes.md", () => {
  it("name the service and port that the chart creates", () => {
    const template = readFileSync("docs/deploy/chart/templates/service.yaml", "utf8");
    expect(template).toContain("- { name: http, port: 80, targetPort: http }");
    expect(guide).toContain("helm install backsoon docs/deploy/chart ");
  });

  it("send every rule of an Ingress to Backsoon, and restore it", async () => {
    const { on, off } = await switchRoute("ingress", ingress);
    const ours = { service: { name: "backsoon", port: { name: "http" } } };
    const rules = ingress.spec.rules.map(({ host, http }) => ({
      host,
      http: { paths: http.paths.map((each) => ({ ...each, backend: ours })) },
    }));
    expect(on).toEqual({ ...ingress.spec, defaultBackend: ours, rules });
    expect(off).toEqual(ingress.spec);
  });

  it("send every rule of an HTTPRoute except redirects to Backsoon, and restore it", async () => {
    const { on, off } = await switchRoute("httproute", httproute);
    const ours = { backendRefs: [{ name: "backsoon", port: 80 }] };
    const [first, redirected, last] = httproute.spec.rules;
    const rules = [{ ...first, ...ours }, redirected, { ...last, ...ours }];
    expect(on).toEqual({ ...httproute.spec, rules });
    expect(off).toEqual(httproute.spec);
  });
});
