import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readInstallation } from "../../../schema/settings/settings.ts";
import { assertSafe, hostName, originUrl } from "../../../scripts/editor/address.ts";
import {
  chartFolder,
  lint,
  type Resource,
  readManifest,
  render,
  template,
  unknownFields,
  validate,
} from "./render.ts";

const parentRefs = [{ name: "public", namespace: "gateway", sectionName: "https" }];
const peers = (name: string) => [
  { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": name } } },
];
const example = parse(readFileSync(join(chartFolder, "examples/fleet.yaml"), "utf8"));
const guide = readFileSync("docs/kubernetes.md", "utf8");
const [, page = ""] = /```yaml\n(image: [^`]*)```/.exec(guide) ?? [];

/** Everything that can be set, but the kind of store. */
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
  ingress: {
    enabled: true,
    hosts: ["away.example.com"],
    tlsSecret: "away-tls",
    annotations: { "a.b/c": "1" },
  },
  httpRoute: { enabled: true, parentRefs, hostnames: ["away.example.com"], annotations: { "a.b/c": "1" } },
  networkPolicy: { enabled: true, gateway: peers("gateway"), prometheus: peers("monitoring") },
  metrics: {
    enabled: true,
    podMonitor: { enabled: true, labels: { release: "prometheus" } },
    prometheusRule: { enabled: true, labels: { release: "prometheus" } },
  },
  podAnnotations: { "sidecar.istio.io/inject": "false" },
  nodeSelector: { disk: "ssd" },
  tolerations: [{ key: "edge", operator: "Exists" }],
  affinity: { nodeAffinity: {} },
  priorityClassName: "high",
};

const fleetKinds = ["Deployment", "Job", "PodDisruptionBudget", "Service", "Service", "StatefulSet"];
const routes = ["HTTPRoute", "HTTPRoute", "Ingress", "Ingress"];
const monitoring = ["PodMonitor", "PrometheusRule"];
const table: [name: string, values: object, kinds: string[]][] = [
  ["nothing", {}, ["Deployment", "PersistentVolumeClaim", "Service"]],
  ["an existing claim", { persistence: { existingClaim: "old" } }, ["Deployment", "Service"]],
  ["a fleet", example, fleetKinds],
  [
    "a fleet without a certificate",
    { fleet: { enabled: true, database: { hosts: "db-1,db-2:5433", name: "app", parameters: "schema=s" } } },
    fleetKinds,
  ],
  [
    "the page's example",
    parse(page),
    [...fleetKinds, "ConfigMap", "ConfigMap", "NetworkPolicy", "NetworkPolicy", ...monitoring],
  ],
  [
    "no user, so that the cluster chooses it",
    { user: null },
    ["Deployment", "PersistentVolumeClaim", "Service"],
  ],
  [
    "everything, for one node",
    { ...everything, persistence: { size: "1Gi", storageClass: "fast" } },
    [
      ...["ConfigMap", "ConfigMap", "Deployment", "NetworkPolicy", "PersistentVolumeClaim"],
      ...["Service", "Service", ...routes, ...monitoring],
    ],
  ],
  [
    "everything, for a fleet",
    { ...everything, ...example },
    [
      ...[...fleetKinds, "ConfigMap", "ConfigMap", "Deployment", "Service", ...routes, ...monitoring],
      ...["NetworkPolicy", "NetworkPolicy", "NetworkPolicy"],
    ],
  ],
  [
    "an Ingress for every host and an existing brand",
    { ingress: { enabled: true }, brand: { configMap: "acme" } },
    ["Deployment", "Ingress", "PersistentVolumeClaim", "Service"],
  ],
];

/** What has pods, with their labels and what they are. */
const podsOf = (resources: Resource[]) =>
  resources.flatMap(({ kind, metadata: { name }, spec }) =>
    spec?.template
      ? [{ kind, name, labels: spec.template.metadata.labels, pod: spec.template.spec, spec }]
      : [],
  );
const named = (resources: Resource[], kind: string, name = "backsoon") =>
  resources.find((resource) => resource.kind === kind && resource.metadata.name === name);

describe.each(table)("The chart with %s", (_name, values, kinds) => {
  const resources = () => render(values);

  it("passes helm lint", () => {
    expect(lint(values)).toMatchObject({ status: 0, output: expect.stringContaining("0 chart(s) failed") });
  });

  it("renders exactly these objects, valid by their schemas", async () => {
    expect(
      resources()
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(kinds.toSorted());
    for (const resource of resources()) await validate(resource);
  });

  it("gives pods no privileges, and defines all that they mount", () => {
    const made = resources();
    const pods = podsOf(made);
    expect(pods.length).toBeGreaterThan(0);
    for (const { pod, spec } of pods) {
      expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: "RuntimeDefault" },
      });
      const claims = (spec.volumeClaimTemplates ?? []).map(({ metadata }: Resource) => metadata);
      const volumes = [...pod.volumes, ...claims].map(({ name }: { name: string }) => name);
      expect(new Set(volumes).size).toBe(volumes.length);
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        for (const { name } of container.volumeMounts) expect(volumes).toContain(name);
        const variables = (container.env ?? []).map(({ name }: { name: string }) => name);
        expect(new Set(variables).size).toBe(variables.length);
      }
      for (const { configMap } of pod.volumes)
        if (configMap?.name.startsWith("backsoon-") && configMap.name !== "backsoon-database-ca")
          expect(named(made, "ConfigMap", configMap.name)).toBeDefined();
    }
  });

  it("selects existing pods and ports in each service, budget, policy and monitor", () => {
    const made = resources();
    const pods = podsOf(made);
    const chosen = (labels: object) =>
      pods.filter((each) => expect.objectContaining(labels).asymmetricMatch(each.labels));
    const portsOf = (found: typeof pods) =>
      found.flatMap(({ pod }) =>
        pod.containers.flatMap(({ ports = [] }) => ports.map(({ name }: Named) => name)),
      );
    for (const { kind, spec } of made) {
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
    const made = resources();
    for (const { pod } of podsOf(made))
      for (const { env = [], envFrom = [], volumeMounts } of pod.containers) {
        const fromMaps = envFrom.map(
          ({ configMapRef }: { configMapRef: Named }) =>
            (named(made, "ConfigMap", configMapRef.name) as { data?: object } | undefined)?.data,
        );
        const own = env.map(({ name, value = "x-0" }: Named & { value?: string }) => [name, value]);
        const all: Record<string, string> = Object.assign({}, ...fromMaps, Object.fromEntries(own));
        const mounted = volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
        for (const [name, path] of Object.entries(all).filter(([name]) => name.endsWith("_FILE"))) {
          expect(mounted).toContain(dirname(path));
          delete all[name];
        }
        if (all.BRAND_DIR) expect(mounted).toContain(all.BRAND_DIR);
        // The certificate is read at the start.
        const { DATABASE, ...others } = all;
        const url = DATABASE?.replace(/[?&]sslrootcert=[^&]+/, "");
        const { config, postgres } = readInstallation({ ...others, ...(url && { DATABASE: url }) });
        expect(postgres?.address.hosts.length ?? 0).toBe(
          url ? url.split("@")[1]?.split("/")[0]?.split(",").length : 0,
        );
        if (all.TRUST_PROXY) expect(config.TRUST_PROXY).toBe(all.TRUST_PROXY);
      }
  });
});

interface Named {
  name: string;
}

it("The chart renders no field that Kubernetes does not know", () => {
  expect(unknownFields(table.flatMap(([, values]) => render(values)))).toBe("");
});

describe("Helm", () => {
  it("renders a fleet's manifests for kubectl, with the job that creates the store apart", () => {
    const commands = guide.matchAll(/^helm template backsoon docs\/deploy\/chart -f values\.yaml (.*) > /gm);
    const values = ["--values", join(chartFolder, "examples/fleet.yaml")];
    const printed = Array.from(commands, ([, options = ""]) =>
      readManifest(template([...values, ...options.split(" ")])).map(({ kind }) => kind),
    );
    const nodes = fleetKinds.filter((kind) => kind !== "Job");
    expect(printed.map((kinds) => kinds.sort())).toEqual([nodes, ["Job"]]);
  });

  it("names objects by the release, and the metrics' job always backsoon", () => {
    const made = render({ ...everything, ...example }, "shop");
    for (const { metadata } of made) expect(metadata.name).toMatch(/^shop-backsoon(-|$)/);
    const { jobLabel, selector } = named(made, "PodMonitor", "shop-backsoon")?.spec ?? {};
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
    const containers = named(made(values), "Deployment", deployment)?.spec.template.spec.containers;
    const editor = containers.find(({ name }: Named) => name === "editor");
    const [notice, command, option, host] = editor.command;
    expect([notice, command, option]).toEqual(["notice", "editor", "--host"]);
    const { value: origin } = editor.env.find(({ name }: Named) => name === "EDITOR_ORIGIN");
    const address = { host: hostName(host), port: 8081, origin: originUrl(origin) };
    expect(() => assertSafe(address, "notice")).not.toThrow();
    expect(editor.ports).toEqual([{ name: "editor", containerPort: 8081 }]);
    expect(named(made(values), "Ingress", "backsoon-editor")?.spec.rules[0].host).toBe("notice.example.com");
    expect(named(made(values), "HTTPRoute", "backsoon-editor")?.spec.hostnames).toEqual([
      "notice.example.com",
    ]);
    const user = editor.env?.find(({ name }: Named) => name === "DATABASE")?.value;
    expect(user).toEqual(
      deployment === "backsoon" ? undefined : expect.stringContaining("//backsoon_writer@"),
    );
  });

  it("replaces pods only if settings or brand change", () => {
    const sumOf = (values: object) =>
      named(made(values), "Deployment")?.spec.template.metadata.annotations?.["checksum/settings"];
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
        isMounted: container.volumeMounts.some((mount) => mount.name === "settings"),
        isNamed: (container.env ?? []).some((variable) => variable.name === "AZURE_OPENAI_CHAT_KEY_FILE"),
      })),
    );
    const namesOf = (has: "isMounted" | "isNamed") =>
      containers.filter((container) => container[has]).map(({ name }) => name);
    expect([namesOf("isMounted").sort(), namesOf("isNamed").sort()]).toEqual([withKeys, withKeys]);
  });

  it("keeps the volume of one node after an uninstall, and creates a fleet's store before its nodes", () => {
    // Two nodes must not have one store.
    expect(named(render({}), "Deployment")?.spec).toMatchObject({
      replicas: 1,
      strategy: { type: "Recreate" },
    });
    const claim = named(render({}), "PersistentVolumeClaim") as
      | { metadata: { annotations?: object } }
      | undefined;
    expect(claim?.metadata.annotations).toEqual({ "helm.sh/resource-policy": "keep" });
    const init = named(render(example), "Job", "backsoon-init") as
      | { metadata: { annotations?: object } }
      | undefined;
    expect(init?.metadata.annotations).toMatchObject({ "helm.sh/hook": "pre-install,pre-upgrade" });
  });
});
