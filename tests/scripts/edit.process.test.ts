import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { notice, noticeProcess, refusal } from "../support/command/command.ts";
import { type Prepared, prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { secrets } from "../support/texts/secrets.ts";

/** Edits in this process: `change` stands for a person, and gives the text that they save, if any. */
function edit({ env }: Prepared, change: (text: string) => string | undefined | Promise<string>, code = 0) {
  const editor = async (file: string) => {
    const saved = await change(readFileSync(file, "utf8"));
    if (saved === undefined) rmSync(file);
    else writeFileSync(file, saved);
    return code;
  };
  return notice(env, ["edit"], { around: { edit: editor } });
}

/** An editor that runs this script, which finds the file in `$1`. */
function makeEditor(script: string, folder = temporaryFolder()): string {
  const editor = join(folder, "editor with spaces.sh");
  writeFileSync(editor, `#!/bin/sh\n${script}\n`);
  chmodSync(editor, 0o755);
  return `"${editor}"`;
}
const saveAs = (title: string) => `sed -i 's/Under Maintenance/${title}/' "$1"`;

/** Stays open until the folder has this file. */
const openUntil = (name: string) => `: > "$FOLDER/open"; until [ -e "$FOLDER/${name}" ]; do sleep 0.02; done`;

/** Opens an editor in a process group of its own, as a terminal does, and resolves when it is open. */
async function openEditor({ env }: Prepared, script: string) {
  const folder = temporaryFolder();
  const settings = { ...env, VISUAL: makeEditor(script, folder), FOLDER: folder };
  const child = spawn(process.execPath, ["scripts/bin.mjs", "edit"], { env: settings, detached: true });
  const exit = once(child, "exit");
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  await expect.poll(() => existsSync(join(folder, "open"))).toBe(true);
  const ended = async () => {
    const [code] = await exit;
    // The editor may still be open, and has the same outputs.
    writeFileSync(join(folder, "close"), "");
    const [stdout, stderr] = await outputs;
    return { code, stdout, stderr };
  };
  return { folder, pid: Number(child.pid), ended };
}

const keptFile = (stderr: string) => /your text is kept in (\S+)\.\n$/i.exec(stderr)?.[1] ?? "";
const keptText = (stderr: string) => readFileSync(keptFile(stderr), "utf8");

describe("notice edit", () => {
  it.each([
    ["the editor fails", "{}", 3, "The editor ended with exit code 3."],
    ["the text is not JSON", "{\n", 0, "The document is not valid JSON: line 2, column 1: it ends too early"],
  ])("publishes nothing and keeps the text if %s", async (_name, saved, code, sentence) => {
    const at = await prepared();
    const outcome = await edit(at, () => saved, code);
    expect(outcome).toEqual(refusal(sentence));
    expect(keptText(outcome.stderr)).toBe(saved);
    expect(await at.document()).toEqual(defaults);
  });

  it("reports a file that the editor removed, and a temporary folder that does not exist", async () => {
    const at = await prepared();
    const removed = refusal("The editor left no document. The notice is unchanged");
    expect(await edit(at, () => undefined)).toEqual(removed);
    vi.stubEnv("TMPDIR", "/nowhere");
    onTestFinished(() => void vi.unstubAllEnvs());
    const unwritable = "/nowhere/notice cannot be created (its folder does not exist)";
    expect(await edit(at, (text) => text)).toEqual(refusal(unwritable));
    vi.unstubAllEnvs();
    expect(await at.document()).toEqual(defaults);
  });

  it("ends with exit code 3 and keeps the text if somebody else published meanwhile", async () => {
    const at = await prepared();
    const outcome = await edit(at, async (text) => {
      await at.run("set", "--title", "theirs");
      return text.replace("Under Maintenance", "Edited");
    });
    expect(outcome).toEqual(refusal("somebody else changed it first", 3));
    expect(keptText(outcome.stderr)).toContain('"title": "Edited"');
    expect(await at.document()).toMatchObject({ title: "theirs" });
  });

  it.each([
    ["Ctrl-C ends the editor", "SIGINT", -1, "The editor ended with exit code 130."],
    ["SIGTERM ends the command", "SIGTERM", 1, "The editor was ended by SIGTERM."],
  ] as const)("publishes nothing and names the kept text if %s", async (_name, signal, whom, sentence) => {
    const at = await prepared();
    const { pid, ended } = await openEditor(at, `${saveAs("mine")}; ${openUntil("close")}`);
    process.kill(whom * pid, signal);
    const { code, stdout, stderr } = await ended();
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`${sentence} The notice is unchanged. Your text is kept in`);
    expect(keptText(stderr)).toContain('"title": "mine"');
    expect(await at.document()).toEqual(defaults);
  });

  it("survives Ctrl-C if the editor does", async () => {
    const at = await prepared();
    const { folder, pid, ended } = await openEditor(
      at,
      `trap "" INT; ${openUntil("save")}; ${saveAs("Edited")}`,
    );
    process.kill(-pid, "SIGINT");
    writeFileSync(join(folder, "save"), "");
    expect(await ended()).toMatchObject({ code: 0, stderr: "" });
    expect(await at.document()).toEqual({ ...defaults, title: "Edited" });
  });

  it("publishes the edited text, removes the file and hides secrets from the editor", async () => {
    const at = await prepared();
    const given = join(temporaryFolder(), "env");
    const EDITOR = makeEditor(`env > "${given}"; ${saveAs("Edited")}; echo "$1" >&2`);
    const env = { ...at.env, ...Object.fromEntries(secrets), HOME: "/home/anna", VISUAL: "", EDITOR };
    const { code, stdout, stderr } = await noticeProcess(env, ["edit"]);
    const difference = "- title: Under Maintenance\n+ title: Edited\n";
    const published = `Revision 2 is published.\n${difference}${at.backTo(1)}${at.storeLine}`;
    expect([code, stdout]).toEqual([0, published]);
    expect(existsSync(stderr.trim())).toBe(false);
    expect(await at.document()).toEqual({ ...defaults, title: "Edited" });
    const settings = readFileSync(given, "utf8");
    expect(settings).toContain("HOME=/home/anna\n");
    for (const hidden of secrets.flatMap(([name, value]) => [`${name}=`, value]))
      expect(settings).not.toContain(hidden);
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
