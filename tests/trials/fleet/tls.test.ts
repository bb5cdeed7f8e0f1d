import { chownSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "selfsigned";
import { afterAll, describe, expect, inject, it } from "vitest";
import { notice, refusal } from "../../support/command/command.ts";
import { ordinaryFolder, sharedCluster } from "../../support/postgres/cluster.ts";
import { envFor } from "../../support/postgres/schema.ts";

const { binaries } = inject("postgres");
const { path: folder, remove } = ordinaryFolder();
const authority = join(folder, "authority.pem");
const another = join(folder, "another.pem");

const extensions = [
  { name: "basicConstraints", cA: true },
  { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
];
const name = [{ name: "commonName", value: "localhost" }];
const { private: key, cert } = await generate(name, { extensions } as object);
const keyFile = join(folder, "key.pem");
writeFileSync(keyFile, key, { mode: 0o600 });
writeFileSync(authority, cert);
writeFileSync(another, (await generate([{ name: "commonName", value: "another" }])).cert);
const { uid, gid } = statSync(folder);
chownSync(keyFile, uid, gid);
const settings = ["fsync=off", "ssl=on", `ssl_cert_file=${authority}`, `ssl_key_file=${keyFile}`];
const cluster = sharedCluster({ binaries, settings });
const plain = sharedCluster({ binaries });
afterAll(remove);

const run = (DATABASE: string, ...args: string[]) => notice(envFor(DATABASE), args);
const at = (host: string, parameters: string, server = cluster, database = "postgres") =>
  `postgres://postgres@${host}:${server().port}/${database}?${parameters}`;
const full = `sslmode=verify-full&sslrootcert=${authority}`;

describe("The connection to a database", () => {
  it("is encrypted, and verified as sslmode says", async () => {
    const url = at("localhost", full);
    expect(await run(url, "init")).toMatchObject({ code: 0, stderr: "" });
    const line = "ok      connection: sslmode=verify-full, encrypted\n";
    expect((await run(url, "check")).stdout).toContain(line);
    for (const other of [`sslmode=verify-ca&sslrootcert=${authority}`, "sslmode=require"])
      expect((await run(at("127.0.0.1", other), "show")).code).toBe(0);
  });

  const unsigned = "no authority that sslrootcert names signed its certificate";
  const unknown = "its host name (?:is not known|cannot be looked up now)";
  const nobody = "127\\.0\\.0\\.1: nothing listens there; localhost: nothing listens there";
  it.each([
    ["a certificate for another name", () => at("127.0.0.1", full), "its certificate is for another name"],
    ["a certificate of an unknown authority", () => at("localhost", "sslmode=verify-full"), unsigned],
    ["another authority", () => at("localhost", `sslmode=verify-ca&sslrootcert=${another}`), unsigned],
    ["a server without TLS", () => at("localhost", full, plain), "it offers no TLS"],
    ["an unknown host name", () => "postgres://postgres@no.such.invalid/postgres", unknown],
    ["an unknown database", () => at("127.0.0.1", "", plain, "nothing"), "it has no such database"],
    ["two hosts without a server", () => "postgres://postgres@127.0.0.1:1,localhost:2/postgres", nobody],
  ])("fails with its cause for %s", async (_name, url, reason) => {
    const said = `^The notice store at postgres://\\S+ cannot be reached \\(${reason}\\): .+\\n$`;
    expect(await run(url(), "show")).toEqual({ code: 1, stdout: "", stderr: expect.stringMatching(said) });
  });

  it("fails with the name of a missing sslrootcert", async () => {
    const url = at("localhost", full.replace(authority, "/no/such.pem"));
    expect(await run(url, "show")).toEqual(refusal("/no/such.pem as sslrootcert, which cannot be read", 1));
  });

  it("uses the first host that takes writes", async () => {
    const url = `postgres://postgres@127.0.0.1:1,127.0.0.1:${plain().port}/postgres?sslmode=disable`;
    expect((await run(url, "init")).code).toBe(0);
    expect((await run(url, "check")).stdout).toContain(
      `warning hosts: 127.0.0.1:1: nothing listens there; 127.0.0.1:${plain().port}: it takes writes\n`,
    );
  });
});
