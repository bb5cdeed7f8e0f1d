import { readdirSync, writeFileSync } from "node:fs";
import type { OutgoingHttpHeaders } from "node:http";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { notice, noticeProcess, refusal } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { patient } from "../support/patient.ts";
import { sharedCluster } from "../support/postgres/cluster.ts";
import { createRoles, newOwned } from "../support/postgres/roles.ts";
import { envFor, newSchema } from "../support/postgres/schema.ts";
import { sql } from "../support/postgres/sql.ts";
import { type EditorHere, editHere, sessionOf } from "../support/service/editor-here.ts";
import { readiness } from "../support/service/service.ts";
import { serveHere } from "../support/service/service-here.ts";
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
    const { schema, urlOf, alter, grant } = await newOwned(cluster().port);
    const run = (role: Parameters<typeof urlOf>[0], ...args: string[]) => notice(envFor(urlOf(role)), args);
    const done = { code: 0, stderr: "" };
    expect(await run("owner", "init")).toMatchObject(done);
    await grant();
    expect(await run("writer", "set", "--title", "By the writer")).toMatchObject(done);
    expect(await run("server", "show")).toMatchObject(done);

    expect((await run("writer", "token", "create", "anna")).stdout).toMatch(/^bsn_/);
    const stderr = expect.stringMatching(/^The role ordinary_server lacks a right .*docs\/fleet\.md/);
    for (const command of ["set --title x", "token list", "token create eve", "token revoke anna"])
      expect(await run("server", ...command.split(" "))).toEqual({ code: 1, stdout: "", stderr });

    await alter(`INSERT INTO instance (id, label, revision, sha256, seen_at)
      VALUES (gen_random_uuid(), 'gone', 0, '', clock_timestamp() - interval '1 hour')`);
    expect((await run("writer", "nodes", "forget", "gone")).stdout).toMatch(/^Removed: gone {2}/);
    for (const [role, rights] of [
      ["server", "read, report as a node"],
      ["writer", "read, publish, give out tokens"],
      ["owner", "read, report as a node, publish, give out tokens, create and restore"],
    ] as const)
      expect((await run(role, "check", "--no-service")).stdout).toContain(`ordinary_${role} may ${rights}\n`);

    const file = join(temporaryFolder(), "backup.db");
    expect((await run("server", "backup", file)).code).toBe(0);
    const other = envFor(urlOf("writer").replace(schema, "other"));
    for (const args of [["init"], ["restore", file]])
      expect(await notice(other, args)).toMatchObject({ code: 1, stdout: "" });
  });

  it("let a node start before its store is created, as Helm does", async () => {
    const { urlOf, grant } = await newOwned(cluster().port);
    const STATE_DIR = join(temporaryFolder(), "home", "var");
    const service = await serveHere({ DATABASE: urlOf("server"), STATE_DIR });
    expect(await readiness(service)).toMatchObject({ store: "down", revision: 0 });
    expect((await notice(envFor(urlOf("owner")), ["init"])).code).toBe(0);
    await grant();
    expect((await notice(envFor(urlOf("writer")), ["set", "--title", "By the writer"])).code).toBe(0);
    await expect.poll(() => readiness(service), patient).toMatchObject({ store: "up", revision: 2 });
    await expect.poll(() => readdirSync(STATE_DIR), patient).toHaveLength(2);
  });
});

describe("A database password", () => {
  const guarded = () => newSchema(cluster().port).urlFor("guarded");

  it("is read from its setting or file, and appears in no output of a command", async () => {
    const url = guarded();
    const file = join(temporaryFolder(), "password");
    writeFileSync(file, `${secret}\n`);
    const given = { DATABASE_PASSWORD: secret };
    const wrong = { DATABASE_PASSWORD: `${secret}x` };
    const withPassword = (password: string) => envFor(url.replace("guarded@", `guarded:${password}@`));
    const outcomes = [
      await noticeProcess(envFor(url, given), ["init"]),
      await notice(envFor(url, { DATABASE_PASSWORD_FILE: file }), ["set", "--title", "x"]),
      await notice(envFor(url, given), ["check", "--no-service"]),
      await notice(envFor(url), ["show"]),
      await notice(envFor(url, wrong), ["show"]),
      await notice(envFor(url, wrong), ["check", "--no-service"]),
      await notice(withPassword(encodeURIComponent(secret)), ["show"]),
      await notice(withPassword(secret), ["show"]),
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
    const command = (...args: string[]) => notice(envFor(url, { DATABASE_PASSWORD_FILE: file }), args);
    expect((await command("init")).code).toBe(0);
    const STATE_DIR = temporaryFolder();
    const node = await serveHere({ DATABASE: url, STATE_DIR, DATABASE_PASSWORD_FILE: file });
    const isStore = (store: string) => expect.poll(() => readiness(node), patient).toMatchObject({ store });
    await isStore("up");
    const alterRole = (change: string) => sql(cluster().port, `ALTER ROLE guarded ${change}`);
    await alterRole("VALID UNTIL '2001-01-01'");
    const sessions = "FROM pg_stat_activity WHERE usename = 'guarded'";
    await sql(cluster().port, `SELECT pg_terminate_backend(pid) ${sessions}`);
    await isStore("down");
    expect((await command("show")).stderr).toContain("it refuses the role or its password");
    await alterRole("PASSWORD 'rotated' VALID UNTIL 'infinity'");
    writeFileSync(file, "rotated\n");
    await isStore("up");
    expect((await command("show")).code).toBe(0);
    await alterRole(`PASSWORD '${quotedSecret}'`);
  });
});

it("The editor with a role that may only read tokens lets people sign in, and refuses to create links", async () => {
  const { url, urlFor, schema, alter } = newSchema(cluster().port);
  const owner = await editHere({ database: url });
  const token = await owner.addToken("deploy");
  const [used, invitation] = [await owner.secret(), await owner.invite("ben")];
  await alter(`CREATE ROLE publisher LOGIN; GRANT USAGE ON SCHEMA ${schema} TO publisher;
    GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO publisher; GRANT INSERT ON revision TO publisher`);
  const database = urlFor("publisher");
  const editor = await editHere({ database });
  const own = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
  const post = (at: EditorHere, path: string, body: object, headers = {}) =>
    at.ask({ method: "POST", url: path, headers: { ...own, ...headers }, payload: JSON.stringify(body) });
  const who = async (headers: OutgoingHttpHeaders) =>
    (await editor.ask({ url: "/api/session", headers })).json().name;
  // The browser keeps the token itself. For a sign-in, the store cannot record the use.
  const byToken = sessionOf(await post(editor, "/api/session", { token }));
  expect(await who(byToken)).toBe("deploy");
  const signOut = { method: "DELETE", url: "/api/session", headers: { ...own, ...byToken } };
  expect((await editor.ask(signOut)).statusCode).toBe(204);
  const signedIn = sessionOf(await post(owner, "/api/session", { secret: used }));
  const Cookie = signedIn.Cookie.replace(/^[^=]+/, `backsoon-${editor.port}`);
  expect(await who({ ...signedIn, Cookie })).toBe("anna");

  const sentence = "The role publisher lacks a right";
  const refused = await post(editor, "/api/links", { name: "eve" }, { ...signedIn, Cookie });
  expect([refused.statusCode, refused.json().code]).toEqual([503, "STORE_FORBIDDEN"]);
  const run = (...args: string[]) =>
    notice(envFor(database), args, { around: { toldToEnd: async () => {} } });
  expect(await run("invite", "eve")).toEqual(refusal(sentence, 1));
  expect(await run("editor", "link")).toEqual(refusal(sentence, 1));
  const stdout = expect.stringMatching(`^The editor is ready at \\S+, without a link. ${sentence} `);
  expect(await run("editor", "--port", "0")).toEqual({ code: 0, stdout, stderr: "" });
  // A link works once the right is granted.
  expect((await post(editor, "/api/session", { secret: invitation })).statusCode).toBe(503);
  await alter("GRANT INSERT, UPDATE, DELETE ON token TO publisher");
  expect(await who(sessionOf(await post(editor, "/api/session", { secret: invitation })))).toBe("ben");
});
