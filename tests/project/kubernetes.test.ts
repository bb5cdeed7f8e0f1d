import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { readInstallation } from "../../schema/settings/installation.ts";
import { type Resource, readDeployFile as read, readManifest } from "./deploy-files.ts";

const find = (all: Resource[], kind: string, name = "backsoon") =>
  all.find((resource) => resource.kind === kind && resource.metadata.name === name)?.spec;

const resources = readManifest("kubernetes.yaml");
const byKind = (kind: string) => find(resources, kind);
const fleet = readManifest("kubernetes-fleet.yaml");
const [init] = readManifest("kubernetes-fleet-init.yaml") as [Resource];

/** How long the service may take to stop, in seconds, as the operations say. */
const stopSeconds = 8;

describe("every Kubernetes manifest", () => {
  const manifests = ["kubernetes.yaml", "kubernetes-fleet.yaml", "kubernetes-fleet-init.yaml"];
  const templates = [...resources, ...fleet, init].flatMap(({ kind, metadata: { name }, spec }) =>
    spec.template ? [{ kind, name, pod: spec.template.spec }] : [],
  );

  it.each([...resources, ...fleet, init])(
    "has a $kind $metadata.name that keeps to the schema of Kubernetes",
    async (resource) => {
      const models = await import(`kubernetes-models/${resource.apiVersion}`);
      new models[resource.kind](resource).validate();
    },
  );

  it.each(manifests)("says in %s that it was held to the schemas and not started", (name) => {
    expect(read(name)).toContain("to the schemas of Kubernetes; it was not started in a cluster.");
  });

  it.each(templates)("runs $kind $name in this version's image, confined, as an ordinary user", ({ pod }) => {
    const [container] = pod.containers;
    expect(container.image).toBe(`backsoon:${packageJson.version}`);
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      fsGroup: 1000,
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(container.resources.limits.memory).toMatch(/^\d+Mi$/);
  });

  it.each(templates)(
    "gives $kind $name room in /tmp, and a volume for each place that it names",
    ({ pod }) => {
      const [{ volumeMounts }] = pod.containers;
      const [tmp] = volumeMounts.filter(({ mountPath }: { mountPath: string }) => mountPath === "/tmp");
      expect(pod.volumes).toContainEqual({ name: tmp.name, emptyDir: { sizeLimit: "16Mi" } });
      const claimed = find(fleet, "StatefulSet").volumeClaimTemplates.map(
        ({ metadata }: Resource) => metadata,
      );
      const names = [...pod.volumes, ...claimed].map(({ name }: { name: string }) => name);
      for (const { name } of volumeMounts) expect(names).toContain(name);
    },
  );

  it.each(templates.filter(({ pod }) => pod.containers[0].ports))(
    "has $kind $name serve for five seconds after visitors are sent elsewhere, and end by itself",
    ({ pod }) => {
      const [{ lifecycle }] = pod.containers;
      expect(lifecycle).toEqual({ preStop: { exec: { command: ["sleep", "5"] } } });
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(5 + stopSeconds);
      // An image without Debian's programs would have no `sleep`.
      expect(read("Dockerfile")).toMatch(
        /^FROM node:24-bookworm-slim AS base$[\s\S]*^COPY --from=base \/ \/$/m,
      );
      expect(readFileSync("docs/operations.md", "utf8")).toContain("All stop together, within eight seconds");
    },
  );
});

describe("the Kubernetes manifest", () => {
  it("asks for the health of the service and never for its page, which is a 503 by design", () => {
    const [container] = byKind("Deployment").template.spec.containers;
    expect(container.readinessProbe.httpGet).toEqual({ path: "/readyz", port: "http" });
    expect(container.livenessProbe.httpGet).toEqual({ path: "/healthz", port: "http" });
  });

  it("runs one replica, which can write to the volume and to /tmp alone", () => {
    const { replicas, strategy, template } = byKind("Deployment");
    const [container] = template.spec.containers;
    expect([replicas, strategy.type]).toEqual([1, "Recreate"]);
    const [mount, ...others] = container.volumeMounts;
    expect(others).toEqual([{ name: "tmp", mountPath: "/tmp" }]);
    expect(read("Dockerfile")).toContain(`DATABASE=${mount.mountPath}/notice.db`);
    expect(read("Dockerfile")).toContain(`VOLUME ${mount.mountPath}\n`);
  });

  it("sends the service's traffic to the port that the image listens on", () => {
    const { selector, template } = byKind("Deployment");
    const [container] = template.spec.containers;
    const service = byKind("Service");
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    expect(template.metadata.labels).toMatchObject(service.selector);
    expect(service.ports[0].targetPort).toBe(container.ports[0].name);
    expect(read("Dockerfile")).toContain(` PORT=${container.ports[0].containerPort} `);
  });
});

describe("the Kubernetes manifest of a fleet", () => {
  const nodes = find(fleet, "StatefulSet");
  const { template, replicas, volumeClaimTemplates } = nodes;
  const commands = find(fleet, "Deployment", "backsoon-commands");
  const labels = template.metadata.labels;
  /** What runs as which role, with the secret that its password is in, and how. */
  const roles = [
    { role: "server", pod: template.spec, command: undefined },
    { role: "writer", pod: commands.template.spec, command: ["sleep", "infinity"] },
    { role: "owner", pod: init.spec.template.spec, command: ["notice", "init"] },
  ];

  it("runs three replicas, each with a volume for what it showed last", () => {
    const [container] = template.spec.containers;
    expect(replicas).toBe(3);
    expect(volumeClaimTemplates[0].metadata.name).toBe(container.volumeMounts[0].name);
    const names = container.env.map(({ name }: { name: string }) => name);
    expect(names).toContain("NODE_NAME");
    expect(container.readinessProbe.httpGet).toEqual({ path: "/readyz", port: "http" });
    expect(container.livenessProbe.httpGet).toEqual({ path: "/healthz", port: "http" });
  });

  it.each(roles)("runs what the $role does as that role, with settings that are right", (given) => {
    const { role, pod, command } = given;
    const [container] = pod.containers;
    const values = container.env.map(({ name, value }: { name: string; value?: string }) => [
      name,
      value ?? "x-0",
    ]);
    const { DATABASE_PASSWORD_FILE: file, ...settings } = Object.fromEntries(values);
    const url = settings.DATABASE.replace(/[?&]sslrootcert=[^&]+/, "");
    const { config, postgres, lastKnownGood } = readInstallation({ ...settings, DATABASE: url });
    expect([container.command, postgres?.address.user]).toEqual([command, `backsoon_${role}`]);
    expect(lastKnownGood).toMatch(/^\/var\/lib\/backsoon\//);
    expect(read("Dockerfile")).toContain(`VOLUME ${config.STATE_DIR}\n`);
    const authority = new URL(settings.DATABASE).searchParams.get("sslrootcert") ?? "";
    const paths = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
    expect(paths).toEqual([config.STATE_DIR, dirname(file), dirname(authority), "/tmp"]);
    const mounted = (path: string) => {
      const { name } = container.volumeMounts[paths.indexOf(dirname(path))];
      return pod.volumes.find((volume: { name: string }) => volume.name === name);
    };
    expect(mounted(file).secret).toEqual({ secretName: `backsoon-${role}` });
    expect(mounted(authority).configMap).toEqual({ name: "backsoon-database-ca" });
    expect(read("kubernetes-fleet.yaml")).toContain(
      `kubectl create secret generic backsoon-${role} --from-file=password=FILE\n`,
    );
    // The roles, with their rights, are those of the guide.
    expect(readFileSync("docs/fleet.md", "utf8")).toContain(`CREATE ROLE backsoon_${role} LOGIN;`);
  });

  it("sends visitors to the nodes alone, and names each of them by a headless service", () => {
    expect(labels).toMatchObject(nodes.selector.matchLabels);
    for (const name of ["backsoon", "backsoon-nodes"]) {
      const { selector, ports } = find(fleet, "Service", name);
      expect(labels).toMatchObject(selector);
      expect(commands.template.metadata.labels).not.toMatchObject(selector);
      expect(init.spec.template.metadata.labels).not.toMatchObject(selector);
      expect(ports[0].targetPort).toBe(template.spec.containers[0].ports[0].name);
    }
    expect(nodes.serviceName).toBe("backsoon-nodes");
    expect(find(fleet, "Service", "backsoon-nodes").clusterIP).toBe("None");
    expect(read("kubernetes-fleet.yaml")).toContain("kubectl delete statefulset backsoon --cascade=orphan\n");
  });

  it("keeps two of them, whoever drains machines or rolls out, and spreads them over machines and zones", () => {
    const { maxUnavailable, selector } = find(fleet, "PodDisruptionBudget");
    expect([maxUnavailable, selector]).toEqual([1, nodes.selector]);
    expect(nodes.minReadySeconds).toBe(10);
    const { topologySpreadConstraints } = template.spec;
    const keys = ["kubernetes.io/hostname", "topology.kubernetes.io/zone"];
    expect(topologySpreadConstraints).toEqual(
      keys.map((topologyKey) => ({
        maxSkew: 1,
        topologyKey,
        // With fewer machines than replicas, each still runs.
        whenUnsatisfiable: "ScheduleAnyway",
        labelSelector: nodes.selector,
      })),
    );
  });
});
