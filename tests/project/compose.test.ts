import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import packageJson from "../../package.json" with { type: "json" };
import { readInstallation } from "../../schema/settings/settings.ts";

const read = (name: string) => readFileSync(`docs/deploy/${name}`, "utf8");
const image = `backsoon:${packageJson.version}`;

describe("The Compose file of a fleet", () => {
  const fleet = read("compose.fleet.yaml");
  const { services, secrets } = parse(fleet, { merge: true });

  it.each(["a", "b"])("starts node %s of this version with valid settings", (name) => {
    const { environment, secrets: mounted, ...service } = services[name];
    const { DATABASE_PASSWORD_FILE: file, ...settings } = environment;
    const { config, postgres } = readInstallation(settings);
    expect([service.image, config.NODE_NAME]).toEqual([image, name]);
    expect(postgres?.address.hosts[0]?.host).toBe("database");
    expect(service.volumes).toEqual([`store-${name}:${config.STATE_DIR}`]);
    expect([file]).toEqual(mounted.map((secret: string) => `/run/secrets/${secret}`));
    expect(Object.keys(secrets)).toEqual(mounted);
  });

  it.each(Object.keys(services))(
    "gives %s no rights, limited resources and ports only on loopback",
    (name) => {
      const isDatabase = name === "database";
      const { ports = [], deploy, ...service } = services[name];
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:8080$/);
      expect(service).toMatchObject({ cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
      // The database's image starts as root and becomes another user.
      const added = ["CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"];
      expect(service.cap_add).toEqual(isDatabase ? added : undefined);
      expect(Object.keys(deploy.resources.limits)).toEqual(["cpus", "memory", "pids"]);
      if (!isDatabase) expect(service).toMatchObject({ read_only: true, tmpfs: ["/tmp:size=16m"] });
      expect(services.a.ports).not.toEqual(services.b.ports);
    },
  );

  it("keeps the database password readable by the image's user only, out of images and commits", () => {
    const file = join("docs/deploy", secrets["database-password"].file);
    expect(fleet).toContain(`| sudo install -o 1000 -m 400 /dev/stdin ${file}\n`);
    expect(read("Dockerfile")).toMatch(/^USER 1000:0$/m);
    expect(readFileSync(".gitignore", "utf8").split("\n")).toContain(file);
    // Docker's context has only the package.
    expect(readFileSync(".dockerignore", "utf8")).toMatch(/^#.*\n\*\n!backsoon-\*\.tgz\n$/);
  });
});

it("Every Compose file runs Backsoon read-only, without capabilities and with 96 MB", () => {
  const { backsoon, app } = parse(read("compose.yaml")).services;
  expect(backsoon).toMatchObject({
    image,
    read_only: true,
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    deploy: { resources: { limits: { memory: "96M" } } },
  });
  for (const proxy of ["caddy", "traefik"]) {
    const { services } = parse(read(`compose.${proxy}.yaml`));
    for (const name of ["app", "backsoon"])
      expect(services[name].extends).toEqual({ file: "compose.yaml", service: name });
  }
  for (const service of [backsoon, app]) expect(service).not.toHaveProperty("depends_on");
});
