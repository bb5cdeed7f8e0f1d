import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import packageJson from "../../package.json" with { type: "json" };
import { readInstallation } from "../../schema/settings/settings.ts";
import { readDeployFile as read } from "./deploy-files.ts";

describe("The Compose file of a fleet", () => {
  it("starts two nodes of this version with valid settings", () => {
    const { services, secrets } = parse(read("compose.fleet.yaml"), { merge: true });
    for (const name of ["a", "b"]) {
      const { image, environment, secrets: mounted, volumes } = services[name];
      const { DATABASE_PASSWORD_FILE: file, ...settings } = environment;
      const { config, postgres } = readInstallation(settings);
      expect([image, config.NODE_NAME]).toEqual([`backsoon:${packageJson.version}`, name]);
      expect(postgres?.address.hosts[0]?.host).toBe("database");
      expect(volumes).toEqual([`store-${name}:${config.STATE_DIR}`]);
      expect([file]).toEqual(mounted.map((secret: string) => `/run/secrets/${secret}`));
      expect(Object.keys(secrets)).toEqual(mounted);
    }
  });

  it("publishes ports on loopback only, drops capabilities and limits resources", () => {
    const { services } = parse(read("compose.fleet.yaml"), { merge: true });
    for (const [name, service] of Object.entries<(typeof services)["a"]>(services)) {
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:\d+:8080$/);
      expect([name, service.cap_drop, service.security_opt]).toEqual([
        name,
        ["ALL"],
        ["no-new-privileges:true"],
      ]);
      // Its image starts as root and becomes another user.
      const added = name === "database" ? ["CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"] : undefined;
      expect(service.cap_add).toEqual(added);
      expect(Object.keys(service.deploy.resources.limits)).toEqual(["cpus", "memory", "pids"]);
      if (name !== "database") expect([service.read_only, service.tmpfs]).toEqual([true, ["/tmp:size=16m"]]);
    }
    expect(services.a.ports).not.toEqual(services.b.ports);
  });

  it("keeps the database password readable by the image's user only, out of images and commits", () => {
    const text = read("compose.fleet.yaml");
    const file = join("docs/deploy", parse(text).secrets["database-password"].file);
    expect(text).toContain(`| sudo install -o 1000 -m 400 /dev/stdin ${file}\n`);
    expect(read("Dockerfile")).toMatch(/^USER 1000:0$/m);
    expect(readFileSync(".gitignore", "utf8").split("\n")).toContain(file);
    // Whoever builds sends the package, and nothing else of this folder.
    const [comment, ...patterns] = readFileSync(".dockerignore", "utf8").trim().split("\n");
    expect([comment?.[0], ...patterns]).toEqual(["#", "*", "!backsoon-*.tgz"]);
  });
});

it("Every Compose file runs Backsoon read-only, without capabilities and with 96 MB", () => {
  const { backsoon, app } = parse(read("compose.yaml")).services;
  expect(backsoon).toMatchObject({
    image: `backsoon:${packageJson.version}`,
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
