import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import packageJson from "../../package.json" with { type: "json" };
import { findProgram } from "../../scripts/bench/harness/programs.ts";

interface Resource {
  apiVersion: string;
  kind: string;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has another form, which its schema checks.
  spec: any;
}

const read = (name: string): string => readFileSync(`docs/deploy/${name}`, "utf8");

const resources: Resource[] = parseAllDocuments(read("kubernetes.yaml")).map((document) => document.toJS());
const byKind = (kind: string) => resources.find((resource) => resource.kind === kind)?.spec;

describe("the Kubernetes manifest", () => {
  it.each(resources)("has a $kind that keeps to the schema of Kubernetes", async (resource) => {
    const models = await import(`kubernetes-models/${resource.apiVersion}`);
    new models[resource.kind](resource).validate();
  });

  it("asks for the health of the service and never for its page, which is a 503 by design", () => {
    const [container] = byKind("Deployment").template.spec.containers;
    expect(container.readinessProbe.httpGet).toEqual({ path: "/readyz", port: "http" });
    expect(container.livenessProbe.httpGet).toEqual({ path: "/healthz", port: "http" });
  });

  it("runs one replica as an ordinary user, who can write to the volume alone", () => {
    const { replicas, strategy, template } = byKind("Deployment");
    const [container] = template.spec.containers;
    expect([replicas, strategy.type]).toEqual([1, "Recreate"]);
    expect(template.spec.securityContext.runAsNonRoot).toBe(true);
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    });
    const [mount] = container.volumeMounts;
    expect(read("Dockerfile")).toContain(`DATABASE=${mount.mountPath}/notice.db`);
    expect(read("Dockerfile")).toContain(`VOLUME ${mount.mountPath}\n`);
  });

  it("sends the service's traffic to the port that the image listens on, and names the image of this version", () => {
    const { selector, template } = byKind("Deployment");
    const [container] = template.spec.containers;
    const service = byKind("Service");
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    expect(template.metadata.labels).toMatchObject(service.selector);
    expect(service.ports[0].targetPort).toBe(container.ports[0].name);
    expect(read("Dockerfile")).toContain(` PORT=${container.ports[0].containerPort} `);
    expect(container.image).toBe(`backsoon:${packageJson.version}`);
  });
});

describe("the systemd unit", () => {
  const analyze = findProgram("systemd-analyze");

  it.skipIf(!analyze)("is one that systemd takes without a warning", () => {
    const { status, stderr } = spawnSync(analyze ?? "", ["verify", "docs/deploy/backsoon.service"], {
      encoding: "utf8",
    });
    // It may also tell of other units of this machine.
    expect([status, stderr.split("\n").filter((line) => line.includes("backsoon"))]).toEqual([0, []]);
  });

  it("starts again whatever ends it, and leaves the service the time that it takes to stop", () => {
    const unit = read("backsoon.service");
    expect(unit).toMatch(/^Restart=always$/m);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(5);
  });
});
