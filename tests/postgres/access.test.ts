import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { postgresBackend } from "../../data/postgres/backend.ts";
import { notice, noticeProcess } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import type { Reply } from "../support/network/http.ts";
import { patient } from "../support/patient.ts";
import { sharedCluster } from "../support/postgres/cluster.ts";
import { createRoles, newOwned } from "../support/postgres/roles.ts";
import { envFor, loginAt, newSchema } from "../support/postgres/schema.ts";
import { sql } from "../support/postgres/sql.ts";
import { type EditorHere, editHere, sessionOf } from "../support/service/editor-here.ts";
import { readiness } from "../support/service/service.ts";
import { serveHere } from "../support/service/service-here.ts";
import { tokenWith } from "../support/store/access-contract.ts";
import { tracesOf } from "../support/texts/secrets.ts";

const secret = `Sentinel-7-"&<+/=?%'\\~secret~7`;
const quotedSecret = secret.replaceAll("'", "''");

const access = ["host all guarded 127.0.0.1/32 scram-sha-256"];
const cluster = sharedCluster({ access });
beforeAll(async () => {
  await createRoles(cluster().port);
  await sql(cluster().port, `CREATE ROLE guarded LOGIN SUPERUSER PASSWORD '${quotedSecret}'`);
});

describe("The roles of docs/fleet.md", () => {
  it("have the rights for their purpose, and are refused every other change", async () => {
    const database = `d${randomUUID().replaceAll("-", "")}`;
    await sql(cluster().port, `CREATE DATABASE ${database}`);
    const [create = "", grant = ""] = [
      ...readFileSync("docs/fleet.md", "utf8").matchAll(/```sql\n([\s\S]*?)```/g),
    ].map(([, text]) => text);
    const as = (role: string) =>
      envFor(`postgres://backsoon_${role}@127.0.0.1:${cluster().port}/${database}`);
    const backendOf = (role: string) => postgresBackend(loginAt(as(role).DATABASE));
    await sql(cluster().port, create, { database });
    expect(await notice(as("owner"), ["init"])).toMatchObject({ code: 0, stderr: "" });
    await sql(cluster().port, grant, { database });

    expect(await notice(as("writer"), ["set", "--title", "By the writer"])).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(await notice(as("server"), ["show"])).toMatchObject({ code: 0, stderr: "" });

    for (const role of ["writer", "owner"]) {
      expect((await notice(as(role), ["token", "create", role])).stdout).toMatch(/^bsn_/);
      const access = await backendOf(role).openAccess();
      await access.addToken(tokenWith({ kind: "link", name: role }));
      const spent = await access.spendLink(tokenWith({ kind: "link", name: role }).sha256, ({ name }) =>
        tokenWith({ kind: "sign-in", name, createdAt: "2026-11-22T10:00:01.000Z" }),
      );
      expect(spent).toMatchObject({ kind: "sign-in", name: role });
      await access.keepUse(spent?.sha256 ?? "", "2026-11-23T10:00:00.000Z", "2027-11-23T10:00:00.000Z");
      await access.endSignIn(spent?.sha256 ?? "", "2026-11-24T10:00:00.000Z");
      await access.close();
    }
    expect((await notice(as("writer"), ["token", "revoke", "owner"])).code).toBe(0);
    const tokens = [["list"], ["create", "eve"], ["revoke", "writer"]].map((args) => ["token", ...args]);
    for (const args of [["set", "--title", "x"], ...tokens])
      expect(await notice(as("server"), args)).toEqual({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/^The role backsoon_server lacks a right .*docs\/fleet\.md/),
      });
    expect((await notice(as("writer"), ["token", "list"])).stdout).toMatch(/^writer {2}token {2}write/);

    const watcher = await backendOf("server").watch({ shown: { number: 0, hash: "" } });
    await vi.waitFor(() => expect(watcher.poll()?.number).toBe(2), patient);
    const nodes = async () => (await notice(as("writer"), ["nodes"])).stdout;
    expect(await nodes()).toContain("running");
    const gone = `INSERT INTO backsoon.instance (id, label, revision, sha256, seen_at)
      VALUES (gen_random_uuid(), 'gone', 0, '', clock_timestamp() - interval '1 hour')`;
    await sql(cluster().port, gone, { database });
    expect((await notice(as("writer"), ["nodes", "forget", "gone"])).stdout).toMatch(/^Removed: gone {2}/);
    await watcher.close();
    for (const [role, rights] of [
      ["server", "read, report as a node"],
      ["writer", "read, publish, give out tokens"],
      ["owner", "read, report as a node, publish, give out tokens, create and restore"],
    ] as const)
      expect((await notice(as(role), ["check", "--no-service"])).stdout).toContain(
        `backsoon_${role} may ${rights}\n`,
      );

    const file = join(temporaryFolder(), "backup.db");
    expect((await notice(as("server"), ["backup", file])).code).toBe(0);
    const other = as("writer").DATABASE.concat("?schema=other");
    expect(await notice(envFor(other), ["init"])).toMatchObject({ code: 1, stdout: "" });
    expect(await notice(envFor(other), ["restore", file])).toMatchObject({ code: 1, stdout: "" });
  });

  it("let a node start before its store is created, as Helm does", async () => {
    const { urlOf, grant } = await newOwned(cluster().port, "ordinary");
    const as = (role: Parameters<typeof urlOf>[0]) => envFor(urlOf(role));
    const { DATABASE } = as("server");
    const STATE_DIR = join(temporaryFolder(), "home", "var");
    const service = await serveHere({ DATABASE, STATE_DIR });
    expect(await readiness(service)).toMatchObject({ store: "down", revision: 0 });
    expect(await notice(as("owner"), ["init"])).toMatchObject({ code: 0, stderr: "" });
    await grant();
    expect(await notice(as("writer"), ["set", "--title", "By the writer"])).toMatchObject({ code: 0 });
    await vi.waitFor(
      async () => expect(await readiness(service)).toMatchObject({ store: "up", revision: 2 }),
      patient,
    );
    await vi.waitFor(() => expect(readdirSync(STATE_DIR)).toHaveLength(2), patient);
  });
});

describe("A database password", () => {
  const guarded = () => newSchema(cluster().port).url.replace("postgres@", "guarded@");

  it("is read from its setting or file, and appears in no output of a command", async () => {
    const url = guarded();
    const file = join(temporaryFolder(), "password");
    writeFileSync(file, `${secret}\n`);
    const given = { DATABASE_PASSWORD: secret };
    const inFile = { DATABASE_PASSWORD_FILE: file };
    const wrong = { DATABASE_PASSWORD: `${secret}x` };
    const inUrl = url.replace("guarded@", `guarded:${encodeURIComponent(secret)}@`);
    const outcomes = [
      await noticeProcess(envFor(url, given), ["init"]),
      await notice(envFor(url, inFile), ["set", "--title", "x"]),
      await notice(envFor(url, given), ["check", "--no-service"]),
      await notice(envFor(url), ["show"]),
      await notice(envFor(url, wrong), ["show"]),
      await notice(envFor(url, wrong), ["check", "--no-service"]),
      await notice(envFor(inUrl), ["show"]),
      await notice(envFor(url.replace("guarded@", `guarded:${secret}@`)), ["show"]),
      await notice(envFor(`${url}&password=${secret}`), ["show"]),
    ];
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, expect.any(Number), 1, 1, 1, 1, 1, 1]);
    expect(outcomes[3]?.stderr).toContain("it asks for a password: set DATABASE_PASSWORD");
    expect(outcomes[4]?.stderr).toContain("it refuses the role or its password");
    expect(outcomes[6]?.stderr).toContain("DATABASE holds a password, which a URL gives away");
    const written = outcomes.map(({ stdout, stderr }) => stdout + stderr).join("");
    for (const trace of tracesOf(secret)) expect(written).not.toContain(trace);
    for (const { stderr } of outcomes.slice(3)) expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("is read again from its file after it was changed, without a restart of the node", async () => {
    const url = guarded();
    const file = join(temporaryFolder(), "password");
    writeFileSync(file, secret);
    const settings = { DATABASE: url, STATE_DIR: temporaryFolder(), DATABASE_PASSWORD_FILE: file };
    expect((await notice(envFor(url, { DATABASE_PASSWORD_FILE: file }), ["init"])).code).toBe(0);
    const node = await serveHere(settings);
    const isStore = (store: string) =>
      vi.waitFor(async () => expect(await readiness(node)).toMatchObject({ store }), patient);
    await isStore("up");
    const disconnect = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'guarded'";
    await sql(cluster().port, `ALTER ROLE guarded VALID UNTIL '2001-01-01'`);
    await sql(cluster().port, disconnect);
    await isStore("down");
    expect((await notice(envFor(url, { DATABASE_PASSWORD_FILE: file }), ["show"])).stderr).toContain(
      "it refuses the role or its password",
    );
    await sql(cluster().port, `ALTER ROLE guarded PASSWORD 'rotated' VALID UNTIL 'infinity'`);
    writeFileSync(file, "rotated\n");
    await isStore("up");
    expect((await notice(envFor(url, { DATABASE_PASSWORD_FILE: file }), ["show"])).code).toBe(0);
    await sql(cluster().port, `ALTER ROLE guarded PASSWORD '${quotedSecret}'`);
  });
});

const own = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };

it("The editor with a role that may only read tokens lets people sign in, and refuses to create links", async () => {
  const { url, schema } = newSchema(cluster().port);
  const owner = await editHere({ database: url });
  const token = await owner.addToken("deploy");
  const [used, invitation] = [await owner.secret(), await owner.invite("ben")];
  await sql(
    cluster().port,
    `CREATE ROLE publisher LOGIN; GRANT USAGE ON SCHEMA ${schema} TO publisher;
     GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO publisher;
     GRANT INSERT ON ${schema}.revision TO publisher;`,
  );
  const database = url.replace("postgres@", "publisher@");
  const editor = await editHere({ database });
  const post = (at: EditorHere, path: string, body: object, headers = {}) =>
    at.ask({ method: "POST", url: path, headers: { ...own, ...headers }, payload: JSON.stringify(body) });
  const who = async (reply: Reply) =>
    (await editor.ask({ url: "/api/session", headers: sessionOf(reply) })).json().name;
  // The browser keeps the token itself. For a sign-in, the store cannot record the use.
  const byToken = await post(editor, "/api/session", { token });
  expect([byToken.statusCode, await who(byToken)]).toEqual([200, "deploy"]);
  const signOut = { method: "DELETE", url: "/api/session", headers: { ...own, ...sessionOf(byToken) } };
  expect((await editor.ask(signOut)).statusCode).toBe(204);
  const signedIn = await post(owner, "/api/session", { secret: used });
  const headers = {
    ...sessionOf(signedIn),
    Cookie: sessionOf(signedIn).Cookie.replace(/^[^=]+/, `backsoon-${editor.port}`),
  };
  expect((await editor.ask({ url: "/api/session", headers })).json().name).toBe("anna");

  const sentence = "The role publisher lacks a right";
  const refused = await post(editor, "/api/links", { name: "eve" }, headers);
  expect([refused.statusCode, refused.json().code]).toEqual([503, "STORE_FORBIDDEN"]);
  for (const args of [
    ["invite", "eve"],
    ["editor", "link"],
  ])
    expect(await notice(envFor(database), args)).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(sentence),
    });
  const around = { toldToEnd: async () => {} };
  const started = await notice(envFor(database), ["editor", "--port", "0"], { around });
  const ready = expect.stringMatching(
    new RegExp(`^The editor is ready at \\S+, without a link. ${sentence} `),
  );
  expect(started).toEqual({ code: 0, stdout: ready, stderr: "" });
  // A link works once the right is granted.
  expect((await post(editor, "/api/session", { secret: invitation })).statusCode).toBe(503);
  await sql(cluster().port, `GRANT INSERT, UPDATE, DELETE ON ${schema}.token TO publisher`);
  expect(await who(await post(editor, "/api/session", { secret: invitation }))).toBe("ben");
});
