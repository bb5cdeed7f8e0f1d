import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { readInstallation } from "../../../schema/settings/settings.ts";
import { chartFolder, type Resource, readManifest, template } from "./render.ts";

const image = readFileSync("docs/deploy/Dockerfile", "utf8");
const one = readManifest(template([]));
const fleet = readManifest(template(["--values", join(chartFolder, "examples/fleet.yaml")]));
const find = (all: Resource[], kind: string, name = "backsoon") =>
  all.find((resource) => resource.kind === kind && resource.metadata.name === name)?.spec;

/** How long the service may take to stop, in seconds, as the operations say. */
const stopSeconds = 8;

describe("Every pod of the chart", () => {
  const templates = [...one, ...fleet].flatMap(({ kind, metadata: { name }, spec }) =>
    spec.template ? [{ kind, name, pod: spec.template.spec }] : [],
  );

  it.each(templates)(
    "runs $kind $name from this version's image, unprivileged, with a memory limit",
    ({ pod }) => {
      const [container] = pod.containers;
      expect(container.image).toBe(`backsoon:${packageJson.version}`);
      expect(pod.securityContext).toMatchObject({ runAsUser: 1000, fsGroup: 1000 });
      expect(container.resources.limits.memory).toMatch(/^\d+Mi$/);
    },
  );

  it.each(templates.filter(({ pod }) => pod.containers[0].ports))(
    "lets $kind $name serve five more seconds, then stop by itself",
    ({ pod }) => {
      const [{ lifecycle }] = pod.containers;
      expect(lifecycle).toEqual({ preStop: { exec: { command: ["sleep", "5"] } } });
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(5 + stopSeconds);
      // An image without Debian's programs would have no `sleep`.
      expect(image).toMatch(/^FROM node:24-bookworm-slim AS base$[\s\S]*^COPY --from=base \/ \/$/m);
    },
  );
});

describe("The chart of a fleet", () => {
  const { template } = find(fleet, "StatefulSet");
  const commands = find(fleet, "Deployment", "backsoon-commands");
  const init = find(fleet, "Job", "backsoon-init");
  /** What runs as which role, with the secret that its password is in, and how. */
  const roles = [
    { role: "server", pod: template.spec, command: undefined },
    { role: "writer", pod: commands.template.spec, command: ["sleep", "infinity"] },
    { role: "owner", pod: init.template.spec, command: ["notice", "init"] },
  ];

  it.each(roles)("runs with role $role, its secret and valid settings", (given) => {
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
    expect(image).toContain(`VOLUME ${config.STATE_DIR}\n`);
    const authority = new URL(settings.DATABASE).searchParams.get("sslrootcert") ?? "";
    const paths = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
    expect(paths).toEqual([config.STATE_DIR, dirname(file), dirname(authority), "/tmp"]);
    const mounted = (path: string) => {
      const { name } = container.volumeMounts[paths.indexOf(dirname(path))];
      return pod.volumes.find((volume: { name: string }) => volume.name === name);
    };
    expect(mounted(file).secret).toEqual({ secretName: `backsoon-${role}` });
    expect(mounted(authority).configMap).toEqual({ name: "backsoon-database-ca" });
    expect(readFileSync("docs/kubernetes.md", "utf8")).toContain(
      `kubectl create secret generic backsoon-${role} --from-file=password=FILE\n`,
    );
    // The roles, with their rights, are those of the guide.
    expect(readFileSync("docs/fleet.md", "utf8")).toContain(`CREATE ROLE backsoon_${role} LOGIN;`);
  });
});
