import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import packageJson from "../../package.json" with { type: "json" };
import { readInstallation } from "../../schema/settings/installation.ts";
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

describe("the Kubernetes manifest of a fleet", () => {
  const fleet: Resource[] = parseAllDocuments(read("kubernetes-fleet.yaml")).map((document) =>
    document.toJS(),
  );
  const { template, replicas, volumeClaimTemplates } = fleet[0]?.spec ?? {};
  const [container] = template.spec.containers;

  it.each(fleet)("has a $kind that keeps to the schema of Kubernetes", async (resource) => {
    const models = await import(`kubernetes-models/${resource.apiVersion}`);
    new models[resource.kind](resource).validate();
  });

  it("runs three replicas with settings that are right, each with a volume for what it showed last", () => {
    expect(replicas).toBe(3);
    const values = container.env.map(({ name, value }: { name: string; value?: string }) => [
      name,
      value ?? "x-0",
    ]);
    const { DATABASE_PASSWORD_FILE: file, ...settings } = Object.fromEntries(values);
    const { config, lastKnownGood } = readInstallation(settings);
    expect([config.NODE_NAME, lastKnownGood]).toEqual([
      "x-0",
      expect.stringMatching(/^\/var\/lib\/backsoon\//),
    ]);
    const paths = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
    expect(paths).toEqual([config.STATE_DIR, dirname(file)]);
    expect(volumeClaimTemplates[0].metadata.name).toBe(container.volumeMounts[0].name);
    expect(read("Dockerfile")).toContain(`VOLUME ${config.STATE_DIR}\n`);
    expect(container.image).toBe(`backsoon:${packageJson.version}`);
  });
});

describe("the compose file of a fleet", () => {
  it("keeps to the schema of Compose", () => {
    const dclint = dirname(createRequire(import.meta.url).resolve("dclint/package.json"));
    // Draft-07, under an address that Ajv does not know it by.
    const { $schema: _, ...schema } = JSON.parse(
      readFileSync(join(dclint, "schemas", "compose.schema.json"), "utf8"),
    );
    const validate = new Ajv({ allErrors: true, strict: false, formats: { duration: true } }).compile(schema);
    validate(parse(read("compose.yaml"), { merge: true }));
    expect(validate.errors).toBeNull();
  });

  it("starts two nodes of this version with settings that are right", () => {
    const { services, secrets } = parse(read("compose.yaml"), { merge: true });
    for (const name of ["a", "b"]) {
      const { image, environment, secrets: mounted, volumes } = services[name];
      const { DATABASE_PASSWORD_FILE: file, ...settings } = environment;
      const { config, postgres } = readInstallation(settings);
      expect([image, config.NODE_NAME]).toEqual([`backsoon:${packageJson.version}`, name]);
      expect(postgres?.address.hosts[0]?.host).toBe("database");
      expect(volumes).toEqual([`${name}:${config.STATE_DIR}`]);
      expect([file]).toEqual(mounted.map((secret: string) => `/run/secrets/${secret}`));
      expect(Object.keys(secrets)).toEqual(mounted);
    }
  });
});

describe("the systemd units", () => {
  const analyze = findProgram("systemd-analyze");

  it.skipIf(!analyze)("are ones that systemd takes without a warning", () => {
    const names = ["backsoon.service", "backsoon.socket", "backsoon-editor.service"];
    const units = names.map((name) => `docs/deploy/${name}`);
    const { status, stderr } = spawnSync(analyze ?? "", ["verify", ...units], { encoding: "utf8" });
    // It may also tell of other units of this machine.
    expect([status, stderr.split("\n").filter((line) => line.includes("backsoon"))]).toEqual([0, []]);
  });

  it("runs as a user whom its instructions create, and who can look into its own folder", () => {
    const unit = read("backsoon.service");
    expect(unit).toMatch(/^# +useradd --system .*backsoon$/m);
    for (const line of ["User=backsoon", "Group=backsoon", "StateDirectory=backsoon"])
      expect(unit.split("\n")).toContain(line);
    expect(unit).not.toMatch(/^DynamicUser=/m);
  });

  it("have the service start again whatever ends it, and leave it the time that it takes to stop", () => {
    const unit = read("backsoon.service");
    expect(unit).toMatch(/^Restart=always$/m);
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(5);
  });

  it("run the editor as the service's user, in the same confinement, with an address that it takes", () => {
    const [service, editor] = ["backsoon.service", "backsoon-editor.service"].map(read);
    const confinement = (unit = "") =>
      unit
        .split("\n")
        .filter((line) =>
          /^(?:User|Group|State|Remove|UMask|Pr|NoNew|Cap|Restrict|Lock|SystemCall)/.test(line),
        );
    expect(confinement(editor)).toEqual(confinement(service));
    const [, origin = ""] = /^ExecStart=.* editor --origin (\S+)$/m.exec(editor ?? "") ?? [];
    expect(read("nginx-editor.conf")).toContain(`server_name ${new URL(origin).hostname};`);
    expect(new URL(origin).protocol).toBe("https:");
  });

  it("have one socket, for the address that every recipe names, which the service needs", () => {
    expect(read("backsoon.socket").match(/^ListenStream=.*$/gm)).toEqual(["ListenStream=127.0.0.1:8080"]);
    expect(read("backsoon.service")).toMatch(/^Requires=backsoon.socket$/m);
    for (const recipe of ["nginx.conf", "haproxy.cfg", "Caddyfile", "apache.conf", "traefik.yaml"])
      expect(read(recipe)).toContain("127.0.0.1:8080");
  });
});
