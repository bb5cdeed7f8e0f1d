import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.ts";

const run = promisify(execFile);
const guide = readFileSync("docs/kubernetes.md", "utf8");

/** The service of the chart, and its port. */
const release = "backsoon";
const port = { name: "http", number: 80 };

const backend = (name: string) => ({ service: { name, port: { number: 80 } } });
const paths = (...names: string[]) =>
  names.map((name) => ({ path: `/${name}`, pathType: "Prefix", backend: backend(name) }));
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
        http: { paths: [...paths("blog"), { path: "/p", pathType: "Exact", backend: bucket }] },
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

/** What the route's spec is after each of the commands that the guide gives for its kind. */
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
  const patched = () => {
    const [{ op, path, value }, ...others] = JSON.parse(readFileSync(join(folder, "patched.json"), "utf8"));
    expect([op, path, others]).toEqual(["replace", "/spec", []]);
    return value;
  };
  const patch = `kubectl patch ${kind} shop --type=json --patch-file`;
  await type(`kubectl get ${kind} shop `);
  await type(`${patch}=on.json`);
  const on = patched();
  await type(`${patch}=off.json`);
  return { on, off: patched() };
}

describe("The patches of docs/kubernetes.md", () => {
  it("name the service and port that the chart creates", () => {
    const template = readFileSync("docs/deploy/chart/templates/service.yaml", "utf8");
    expect(template).toContain(`- { name: ${port.name}, port: ${port.number}, targetPort: http }`);
    expect(guide).toContain(`helm install ${release} docs/deploy/chart `);
  });

  it("send every rule of an Ingress to Backsoon, and restore it", async () => {
    const { on, off } = await switchRoute("ingress", ingress);
    const ours = { service: { name: release, port: { name: port.name } } };
    expect(on).toEqual({
      ...ingress.spec,
      defaultBackend: ours,
      rules: ingress.spec.rules.map(({ host, http }) => ({
        host,
        http: { paths: http.paths.map((each) => ({ ...each, backend: ours })) },
      })),
    });
    expect(off).toEqual(ingress.spec);
  });

  it("send every rule of an HTTPRoute except redirects to Backsoon, and restore it", async () => {
    const { on, off } = await switchRoute("httproute", httproute);
    const ours = [{ name: release, port: port.number }];
    const [first, redirected, last] = httproute.spec.rules;
    const rules = [{ ...first, backendRefs: ours }, redirected, { ...last, backendRefs: ours }];
    expect(on).toEqual({ ...httproute.spec, rules });
    expect(off).toEqual(httproute.spec);
  });
});
