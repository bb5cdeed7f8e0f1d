import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import packageJson from "../../../package.json" with { type: "json" };
import { readInstallation } from "../../../schema/settings/settings.ts";
import { assertSafe, hostName, originUrl } from "../../../scripts/editor/address.ts";
import { shared } from "../../support/shared.ts";
import {
  chartFolder,
  lint,
  type Named,
  type Resource,
  readManifest,
  render,
  template,
  unknownFields,
  validate,
} from "./support/render.ts";

const parentRefs = [{ name: "public", namespace: "gateway", sectionName: "https" }];
const peers = (name: string) => [
  { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": name } } },
];
const example = parse(readFileSync(join(chartFolder, "examples/fleet.yaml"), "utf8"));
const guide = readFileSync("docs/kubernetes.md", "utf8");
const [, page = ""] = /```yaml\n(image: [^`]*)```/.exec(guide) ?? [];
const image = readFileSync("docs/deploy/Dockerfile", "utf8");

const annotations = { "a.b/c": "1" };
const monitored = { enabled: true, labels: { release: "prometheus" } };

/** Every value except the kind of store. */
const everything = {
  image: { repository: "registry.example/backsoon", tag: "0.1.0-1" },
  imagePullSecrets: [{ name: "registry" }],
  settings: { RETRY_AFTER: 60, TRUST_PROXY: "10.0.0.0/8", NOTICE_AUTHOR: "ops: on call" },
  secretSettings: { secret: "backsoon-models", keys: ["AZURE_OPENAI_CHAT_KEY"] },
  brand: { files: { "brand.json": '{ "name": "Acme" }', "favicon.svg": "<svg/>" } },
  editor: {
    enabled: true,
    origin: "https://notice.example.com",
    ingress: { enabled: true, className: "internal", tlsSecret: "notice-tls" },
    httpRoute: { enabled: true, parentRefs },
  },
  ingress: { enabled: true, hosts: ["away.example.com"], tlsSecret: "away-tls", annotations },
  httpRoute: { enabled: true, parentRefs, hostnames: ["away.example.com"], annotations },
  networkPolicy: { enabled: true, gateway: peers("gateway"), prometheus: peers("monitoring") },
  metrics: { enabled: true, podMonitor: monitored, prometheusRule: monitored },
  podAnnotations: { "sidecar.istio.io/inject": "false" },
  nodeSelector: { disk: "ssd" },
  tolerations: [{ key: "edge", operator: "Exists" }],
  affinity: { nodeAffinity: {} },
  priorityClassName: "high",
};

const fleetKinds = ["Deployment", "Job", "PodDisruptionBudget", "Service", "Service", "StatefulSet"];
const routes = ["HTTPRoute", "HTTPRoute", "Ingress", "Ingress"];
const monitoring = ["PodMonitor", "PrometheusRule"];
const maps = ["ConfigMap", "ConfigMap"];
const oneNode = ["Deployment", "PersistentVolumeClaim", "Service"];
const table: [name: string, values: object, kinds: string[]][] = [
  ["nothing", {}, oneNode],
  ["an existing claim", { persistence: { existingClaim: "old" } }, ["Deployment", "Service"]],
  ["a fleet", example, fleetKinds],
  [
    "a fleet without a certificate",
    { fleet: { enabled: true, database: { hosts: "db-1,db-2:5433", name: "app", parameters: "schema=s" } } },
    fleetKinds,
  ],
  [
    "the example of docs/kubernetes.md",
    parse(page),
    [...fleetKinds, ...maps, "NetworkPolicy", "NetworkPolicy", ...monitoring],
  ],
  ["no user, so that the cluster chooses it", { user: null }, oneNode],
  [
    "everything, for one node",
    { ...everything, persistence: { size: "1Gi", storageClass: "fast" } },
    [...oneNode, ...maps, "Service", "NetworkPolicy", ...routes, ...monitoring],
  ],
  [
    "everything, for a fleet",
    { ...everything, ...example },
    [
      ...[...fleetKinds, ...maps, "Deployment", "Service", ...routes, ...monitoring],
      ...["NetworkPolicy", "NetworkPolicy", "NetworkPolicy"],
    ],
  ],
  [
    "an Ingress for every host and an existing brand",
    { ingress: { enabled: true }, brand: { configMap: "acme" } },
    [...oneNode, "Ingress"],
  ],
];

/** The pods of the objects, with labels and settings. */
const podsOf = (resources: Resource[]) =>
  resources.flatMap(({ kind, metadata: { name }, spec }) =>
    spec?.template
      ? [{ kind, name, labels: spec.template.metadata.labels, pod: spec.template.spec, spec }]
      : [],
  );
const kindsOf = (resources: Resource[]) => resources.map(({ kind }) => kind).sort();
const find = (resources: Resource[], kind: string, name = "backsoon") =>
  resources.find((resource) => resource.kind === kind && resource.metadata.name === name);

const variablesOf = (env: (Named & { value?: string })[]): Record<string, string> =>
  Object.fromEntries(env.map(({ name, value = "x-0" }) => [name, value]));
const namesOf = (all: Named[] = []) => all.map(({ name }) => name);

/** Holds the variables of a container to Backsoon's settings, except files, which are only there in a cluster. */
function settingsOf(all: Record<string, string>) {
  const { DATABASE, ...others } = all;
  const url = DATABASE?.replace(/[?&]sslrootcert=[^&]+/, "");
  return readInstallation({ ...others, ...(url && { DATABASE: url }) });
}

describe.each(table)("The chart with %s", (_name, values, kinds) => {
  const made = shared(() => render(values));

  it("passes helm lint", () => {
    expect(lint(values)).toContain("0 chart(s) failed");
  });

  it("renders exactly these objects, valid by their schemas", async () => {
    expect(kindsOf(made())).toEqual(kinds.toSorted());
    for (const resource of made()) await validate(resource);
  });

  it("gives pods no privileges and limited memory, and defines all that they mount", () => {
    expect(podsOf(made()).length).toBeGreaterThan(0);
    for (const { pod, spec } of podsOf(made())) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      });
      const claims = (spec.volumeClaimTemplates ?? []).map(({ metadata }: Resource) => metadata);
      const volumes = namesOf([...pod.volumes, ...claims]);
      expect(new Set(volumes).size).toBe(volumes.length);
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(container.image).toContain(`backsoon:${packageJson.version}`);
        expect(container.resources.limits.memory).toMatch(/^\d+Mi$/);
        for (const { name } of container.volumeMounts) expect(volumes).toContain(name);
        const variables = namesOf(container.env);
        expect(new Set(variables).size).toBe(variables.length);
      }
      for (const { configMap } of pod.volumes)
        if (configMap?.name.startsWith("backsoon-") && configMap.name !== "backsoon-database-ca")
          expect(find(made(), "ConfigMap", configMap.name)).toBeDefined();
    }
  });

  it("lets each node serve five more seconds, then stop by itself", () => {
    const nodes = podsOf(made()).filter(({ name, pod }) => name === "backsoon" && pod.containers[0].ports);
    expect(nodes.length).toBe(1);
    for (const { pod } of nodes) {
      expect(pod.containers[0].lifecycle).toEqual({ preStop: { exec: { command: ["sleep", "5"] } } });
      // docs/operations.md gives the service eight seconds to stop.
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(5 + 8);
    }
    // The image has Debian's `sleep`.
    expect(image).toMatch(/^FROM node:24-bookworm-slim AS base$[\s\S]*^COPY --from=base \/ \/$/m);
  });

  it("selects existing pods and ports in each service, budget, policy and monitor", () => {
    const chosen = (labels: object) =>
      podsOf(made()).filter((each) => expect.objectContaining(labels).asymmetricMatch(each.labels));
    const portsOf = (found: ReturnType<typeof podsOf>) =>
      found.flatMap(({ pod }) => pod.containers.flatMap(({ ports }: { ports?: Named[] }) => namesOf(ports)));
    for (const { kind, spec } of made()) {
      if (kind === "Service") {
        const found = chosen(spec.selector);
        expect(found.length).toBe(1);
        for (const { targetPort } of spec.ports) expect(portsOf(found)).toContain(targetPort);
      }
      if (kind === "PodDisruptionBudget") expect(chosen(spec.selector.matchLabels).length).toBe(1);
      if (kind === "PodMonitor") {
        const found = chosen(spec.selector.matchLabels);
        expect(portsOf(found)).toContain(spec.podMetricsEndpoints[0].port);
        expect(found[0]?.labels[spec.jobLabel]).toBe("backsoon");
      }
      if (kind === "NetworkPolicy") {
        const { matchLabels, matchExpressions: [{ values: apps = [] } = {}] = [] } = spec.podSelector;
        const found = matchLabels ? chosen(matchLabels) : apps.flatMap((app: string) => chosen({ app }));
        expect(found.length).toBe(matchLabels ? 1 : 2);
        for (const { from, ports } of spec.ingress ?? []) {
          expect(from.length).toBeGreaterThan(0);
          expect(portsOf(found)).toContain(ports[0].port);
        }
      }
    }
  });

  it("gives containers settings that Backsoon accepts", () => {
    for (const { pod } of podsOf(made()))
      for (const { env = [], envFrom = [], volumeMounts } of pod.containers) {
        const fromMaps = envFrom.map(
          ({ configMapRef }: { configMapRef: Named }) => find(made(), "ConfigMap", configMapRef.name)?.data,
        );
        const all: Record<string, string> = Object.assign({}, ...fromMaps, variablesOf(env));
        const mounted = volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
        for (const [name, path] of Object.entries(all).filter(([name]) => name.endsWith("_FILE"))) {
          expect(mounted).toContain(dirname(path));
          delete all[name];
        }
        if (all.BRAND_DIR) expect(mounted).toContain(all.BRAND_DIR);
        const { config, postgres } = settingsOf(all);
        const hosts = /@([^/]+)/.exec(all.DATABASE ?? "")?.[1]?.split(",") ?? [];
        expect(postgres?.address.hosts.length ?? 0).toBe(hosts.length);
        if (all.TRUST_PROXY) expect(config.TRUST_PROXY).toBe(all.TRUST_PROXY);
      }
  });
});

it.each([
  ["server", "StatefulSet", "backsoon", undefined],
  ["writer", "Deployment", "backsoon-commands", ["sleep", "infinity"]],
  ["owner", "Job", "backsoon-init", ["notice", "init"]],
])(
  "The chart of a fleet has a pod for the role %s, with the role's password: %s %s",
  (role, kind, name, command) => {
    const pod = find(render(example), kind, name)?.spec.template.spec;
    const [container] = pod.containers;
    expect(container.image).toBe(`backsoon:${packageJson.version}`);
    expect(pod.securityContext).toMatchObject({ runAsUser: 1000, fsGroup: 1000 });
    const { DATABASE_PASSWORD_FILE: file, ...settings } = variablesOf(container.env);
    const { config, postgres, lastKnownGood } = settingsOf(settings);
    expect([container.command, postgres?.address.user]).toEqual([command, `backsoon_${role}`]);
    expect(lastKnownGood).toMatch(/^\/var\/lib\/backsoon\//);
    expect(image).toContain(`VOLUME ${config.STATE_DIR}\n`);
    const authority = new URL(settings.DATABASE ?? "").searchParams.get("sslrootcert") ?? "";
    const paths = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
    expect(paths).toEqual([config.STATE_DIR, dirname(`${file}`), dirname(authority), "/tmp"]);
    const [, secret, certificate] = container.volumeMounts.map(({ name }: Named) =>
      pod.volumes.find((volume: Named) => volume.name === name),
    );
    expect(secret.secret).toEqual({ secretName: `backsoon-${role}` });
    expect(certificate.configMap).toEqual({ name: "backsoon-database-ca" });
    expect(guide).toContain(`kubectl create secret generic backsoon-${role} --from-file=password=FILE\n`);
    // docs/fleet.md gives the roles their rights.
    expect(readFileSync("docs/fleet.md", "utf8")).toContain(`CREATE ROLE backsoon_${role} LOGIN;`);
  },
);

it("The chart renders no field that Kubernetes does not know", () => {
  expect(unknownFields(table.flatMap(([, values]) => render(values)))).toBe("");
});

describe("Helm", () => {
  it("renders a fleet's manifests for kubectl, and apart from them the job that creates the store", () => {
    const commands = guide.matchAll(/^helm template backsoon docs\/deploy\/chart -f values\.yaml (.*) > /gm);
    const values = ["--values", join(chartFolder, "examples/fleet.yaml")];
    const printed = Array.from(commands, ([, options = ""]) =>
      kindsOf(readManifest(template([...values, ...options.split(" ")]))),
    );
    expect(printed).toEqual([fleetKinds.filter((kind) => kind !== "Job"), ["Job"]]);
  });

  it("names objects by the release, and the metrics' job always backsoon", () => {
    const made = render({ ...everything, ...example }, "shop");
    for (const { metadata } of made) expect(metadata.name).toMatch(/^shop-backsoon(-|$)/);
    const { jobLabel, selector } = find(made, "PodMonitor", "shop-backsoon")?.spec ?? {};
    expect(selector).toEqual({ matchLabels: { app: "shop-backsoon" } });
    const nodes = podsOf(made).find(({ labels }) => labels.app === "shop-backsoon");
    expect(nodes?.labels[jobLabel]).toBe("backsoon");
  });
});

describe("The rendered chart", () => {
  const made = (values: object = {}) => render({ ...everything, ...values });

  it.each<[why: string, values: object, deployment: string]>([
    ["beside one node, with its store", {}, "backsoon"],
    ["by itself for a fleet, as the role that publishes", example, "backsoon-editor"],
  ])("starts the editor %s, with valid options", (_why, values, deployment) => {
    const all = made(values);
    const { containers } = find(all, "Deployment", deployment)?.spec.template.spec ?? {};
    const editor = containers.find(({ name }: Named) => name === "editor");
    const [notice, command, option, host] = editor.command;
    expect([notice, command, option]).toEqual(["notice", "editor", "--host"]);
    const { EDITOR_ORIGIN: origin = "", DATABASE: user } = variablesOf(editor.env);
    const address = { host: hostName(host), port: 8081, origin: originUrl(origin) };
    expect(() => assertSafe(address, "notice")).not.toThrow();
    expect(editor.ports).toEqual([{ name: "editor", containerPort: 8081 }]);
    expect(find(all, "Ingress", "backsoon-editor")?.spec.rules[0].host).toBe("notice.example.com");
    expect(find(all, "HTTPRoute", "backsoon-editor")?.spec.hostnames).toEqual(["notice.example.com"]);
    const publishes = expect.stringContaining("//backsoon_writer@");
    expect(user).toEqual(deployment === "backsoon" ? undefined : publishes);
  });

  it("replaces pods only if settings or brand change", () => {
    const sumOf = (values: object) =>
      find(made(values), "Deployment")?.spec.template.metadata.annotations?.["checksum/settings"];
    const sum = sumOf({});
    expect(sum).toMatch(/^[0-9a-f]{64}$/);
    expect(sumOf({ podAnnotations: {} })).toBe(sum);
    expect(sumOf({ settings: { RETRY_AFTER: 61 } })).not.toBe(sum);
    expect(sumOf({ brand: { files: { "brand.json": "{}" } } })).not.toBe(sum);
  });

  it("admits the gateway to the page, Prometheus to the metrics, and nobody to the commands", () => {
    const policies = made(example).filter(({ kind }) => kind === "NetworkPolicy");
    const rules = policies.map(({ metadata: { name }, spec }) => [name, spec.ingress]);
    expect(Object.fromEntries(rules)).toEqual({
      backsoon: [
        { from: peers("gateway"), ports: [{ port: "http" }] },
        { from: peers("monitoring"), ports: [{ port: "metrics" }] },
      ],
      "backsoon-commands": undefined,
      "backsoon-editor": [{ from: peers("gateway"), ports: [{ port: "editor" }] }],
    });
  });

  it.each<[why: string, values: object, withKeys: string[]]>([
    ["one node", {}, ["backsoon/commands", "backsoon/editor"]],
    ["one node without an editor", { editor: {} }, ["backsoon/commands"]],
    ["a fleet", example, ["backsoon-commands/commands", "backsoon-editor/editor"]],
    ["nobody, if there are none", { secretSettings: {} }, []],
  ])("gives the models' keys only to commands and editor: %s", (_why, values, withKeys) => {
    const containers = podsOf(made(values)).flatMap(({ name, pod }) =>
      pod.containers.map((container: Named & { env?: Named[]; volumeMounts: Named[] }) => ({
        name: `${name}/${container.name}`,
        isMounted: namesOf(container.volumeMounts).includes("settings"),
        isNamed: namesOf(container.env).includes("AZURE_OPENAI_CHAT_KEY_FILE"),
      })),
    );
    for (const has of ["isMounted", "isNamed"] as const)
      expect(namesOf(containers.filter((container) => container[has])).sort()).toEqual(withKeys);
  });

  it("keeps the volume of one node after an uninstall, and creates a fleet's store before its nodes", () => {
    const node = render({});
    // Two nodes must not have one store.
    expect(find(node, "Deployment")?.spec).toMatchObject({ replicas: 1, strategy: { type: "Recreate" } });
    const { annotations } = find(node, "PersistentVolumeClaim")?.metadata ?? {};
    expect(annotations).toEqual({ "helm.sh/resource-policy": "keep" });
    const init = find(render(example), "Job", "backsoon-init");
    expect(init?.metadata.annotations).toMatchObject({ "helm.sh/hook": "pre-install,pre-upgrade" });
  });
});
