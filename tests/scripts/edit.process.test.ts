import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { notice, noticeProcess } from "../support/command/command.ts";
import { type Prepared, prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { secrets } from "../support/texts/secrets.ts";

/** Edits in this process: `change` stands in the place of a person, and gives the text that they leave, if any. */
function edit({ env }: Prepared, change: (text: string) => string | undefined, ...args: string[]) {
  const editor = async (file: string) => {
    const text = change(readFileSync(file, "utf8"));
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
    return 0;
  };
  return notice(env, ["edit", ...args], { around: { edit: editor } });
}

/** Edits in a process of its own, with a script that finds the file in `$1`. */
async function editProcess({ env }: Prepared, script: string) {
  const editor = join(temporaryFolder(), "editor with spaces.sh");
  writeFileSync(editor, `#!/bin/sh\n${script}\n`);
  chmodSync(editor, 0o755);
  return noticeProcess({ ...env, VISUAL: "", EDITOR: `"${editor}"` }, ["edit"]);
}

const retitled = (text: string) => text.replace("Under Maintenance", "Edited");

/** Opens an editor in a process group of its own, as a terminal does, and resolves when it is open. */
async function openEditor({ env }: Prepared, script: string) {
  const folder = temporaryFolder();
  const editor = join(folder, "editor.sh");
  writeFileSync(editor, `#!/bin/sh\n${script}\n`);
  chmodSync(editor, 0o755);
  const settings = { ...env, VISUAL: editor, FOLDER: folder };
  const child = spawn(process.execPath, ["scripts/bin.mjs", "edit"], { env: settings, detached: true });
  const exit = once(child, "exit");
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  await expect.poll(() => existsSync(join(folder, "open"))).toBe(true);
  const pid = Number(child.pid);
  const ended = async () => {
    const [code] = await exit;
    // The editor, which has the same outputs, may have been left open.
    writeFileSync(join(folder, "close"), "");
    const [stdout, stderr] = await outputs;
    return { code, stdout, stderr };
  };
  return { folder, pid, ended };
}

const keptFile = (stderr: string) => /your text is kept in (\S+)\.\n$/i.exec(stderr)?.[1] ?? "";

describe("notice edit", () => {
  it("publishes nothing and keeps the text if the editor fails or the text is not JSON", async () => {
    const at = await prepared();
    for (const [outcome, sentence] of [
      [
        await notice(at.env, ["edit"], { around: { edit: async () => 3 } }),
        "The editor ended with exit code 3.",
      ],
      [await edit(at, () => "{\n"), "The document is not valid JSON: line 2, column 1: it ends too early."],
    ] as const) {
      expect(outcome).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/^[^\n]+\n$/) });
      expect(outcome.stderr).toContain(sentence);
      expect(existsSync(keptFile(outcome.stderr))).toBe(true);
    }
    expect(await at.document()).toEqual(defaults);
  });

  it("reports a file that the editor removed, and a temporary folder that does not exist", async () => {
    const at = await prepared();
    expect(await edit(at, () => undefined)).toEqual({
      code: 2,
      stdout: "",
      stderr: "The editor left no document. The notice is unchanged: set EDITOR to another editor.\n",
    });
    vi.stubEnv("TMPDIR", "/nowhere");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await edit(at, (text) => text)).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "/nowhere/notice cannot be created (its folder does not exist): give a path in an existing folder that this user may write to.\n",
    });
    vi.unstubAllEnvs();
    expect(await at.document()).toEqual(defaults);
  });

  it("ends with exit code 3 and keeps the text if somebody else published meanwhile", async () => {
    const at = await prepared();
    const editor = async (file: string) => {
      await at.run("set", "--title", "theirs");
      writeFileSync(file, retitled(readFileSync(file, "utf8")));
      return 0;
    };
    const { code, stderr } = await notice(at.env, ["edit"], { around: { edit: editor } });
    expect(code).toBe(3);
    expect(stderr).toMatch(/^The notice is at revision 2-\w{8}, not 1-\w{8}: somebody else changed it first/);
    expect(readFileSync(keptFile(stderr), "utf8")).toContain('"title": "Edited"');
    expect(await at.document()).toMatchObject({ title: "theirs" });
  });

  it.each([
    ["Ctrl-C ends the editor", "SIGINT", -1, "The editor ended with exit code 130."],
    ["SIGTERM ends the command", "SIGTERM", 1, "The editor was ended by SIGTERM."],
  ] as const)("publishes nothing and names the kept text if %s", async (_name, signal, whom, sentence) => {
    const at = await prepared();
    const script = `sed -i 's/Under Maintenance/mine/' "$1"; : > "$FOLDER/open"
      until [ -e "$FOLDER/close" ]; do sleep 0.02; done`;
    const { pid, ended } = await openEditor(at, script);
    process.kill(whom * pid, signal);
    const { code, stdout, stderr } = await ended();
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`${sentence} The notice is unchanged. Your text is kept in`);
    expect(readFileSync(keptFile(stderr), "utf8")).toContain('"title": "mine"');
    expect(await at.document()).toEqual(defaults);
  });

  it("survives Ctrl-C if the editor does", async () => {
    const at = await prepared();
    const script = `trap "" INT; : > "$FOLDER/open"
      until [ -e "$FOLDER/save" ]; do sleep 0.02; done; sed -i 's/Under Maintenance/Edited/' "$1"`;
    const { folder, pid, ended } = await openEditor(at, script);
    process.kill(-pid, "SIGINT");
    writeFileSync(join(folder, "save"), "");
    expect(await ended()).toEqual({
      code: 0,
      stdout: `Revision 2 is published.\n- title: Under Maintenance\n+ title: Edited\n${at.backTo(1)}${at.storeLine}`,
      stderr: "",
    });
  });

  it("publishes the edited text, removes the file and hides secrets from the editor", async () => {
    const at = await prepared();
    const folder = temporaryFolder();
    const env = { ...at.env, ...Object.fromEntries(secrets), HOME: "/home/anna" };
    const script = `env > "${folder}/env"; sed -i 's/Under Maintenance/Edited/' "$1"; echo "$1" >&2`;
    const { code, stdout, stderr } = await editProcess({ ...at, env }, script);
    expect([code, stdout]).toEqual([
      0,
      `Revision 2 is published.\n- title: Under Maintenance\n+ title: Edited\n${at.backTo(1)}${at.storeLine}`,
    ]);
    expect(existsSync(stderr.trim())).toBe(false);
    expect(await at.document()).toEqual({ ...defaults, title: "Edited" });
    const given = readFileSync(join(folder, "env"), "utf8");
    expect(given).toContain("HOME=/home/anna\n");
    for (const [name, value] of secrets) {
      expect(given).not.toContain(`${name}=`);
      expect(given).not.toContain(value);
    }
  });

  it("opens the document with all its translations", async () => {
    const at = await prepared();
    await at.run("set", "--title", "Moving");
    await at.run("set", "--lang", "de", "--title", "a");
    let shown = "";
    const { stdout } = await edit(at, (text) => (shown = text));
    expect(stdout).toBe(`Nothing to change: revision 3 already says this.\n${at.storeLine}`);
    expect(shown).toBe(`${JSON.stringify(await at.document(), null, 2)}\n`);
    expect(shown).toMatch(/"translations": \{\n {4}"de": \{/);
  });
});
