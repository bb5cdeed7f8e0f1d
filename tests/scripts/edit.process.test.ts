import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { noticeProcess } from "../support/command/command.ts";
import { type Prepared, prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { secrets } from "../support/texts/secrets.ts";

/** Edits with a script in the place of a person; it finds the file in `$1`. */
async function edit({ env }: Prepared, script: string, ...args: string[]) {
  const editor = join(temporaryFolder(), "editor with spaces.sh");
  writeFileSync(editor, `#!/bin/sh\n${script}\n`);
  chmodSync(editor, 0o755);
  return noticeProcess({ ...env, VISUAL: "", EDITOR: `"${editor}"` }, ["edit", ...args]);
}

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
  it("gives the editor no key and no password, and everything else", async () => {
    const at = await prepared();
    const folder = temporaryFolder();
    const secret = Object.fromEntries(secrets);
    const env = { ...at.env, ...secret, HOME: "/home/anna" };
    await edit({ ...at, env }, `env > "${folder}/env"`);
    const given = readFileSync(join(folder, "env"), "utf8");
    expect(given).toContain("HOME=/home/anna\n");
    for (const [name, value] of secrets) {
      expect(given).not.toContain(`${name}=`);
      expect(given).not.toContain(value);
    }
  });

  it.each([
    ["ends with an error", "exit 3", "The editor ended with exit code 3."],
    [
      "leaves no JSON",
      'echo "{" > "$1"',
      "The document is not valid JSON: line 2, column 1: it ends too early.",
    ],
    ["turns the notice off", 'sed -i s/true/false/ "$1"', '"isEnabled" is always true, not false'],
    ["empties the title", `sed -i 's/"Under Maintenance"/""/' "$1"`, '"title" is empty'],
  ])("keeps the text when the editor %s, and changes nothing", async (_name, script, sentence) => {
    const at = await prepared();
    const { code, stdout, stderr } = await edit(at, script);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(existsSync(keptFile(stderr))).toBe(true);
    expect(await at.document()).toEqual(defaults);
  });

  it("takes the line ends of Windows as line breaks", async () => {
    const at = await prepared();
    const { code } = await edit(at, `sed -i 's/"title"/"message": "One\\\\r\\\\nTwo", &/' "$1"`);
    expect([code, await at.document()]).toEqual([0, { ...defaults, message: "One\nTwo" }]);
  });

  it("says so when the editor leaves no document, and where none can be given to it", async () => {
    const at = await prepared();
    const removed = await edit(at, 'rm "$1"');
    expect(removed).toMatchObject({ code: 2, stdout: "" });
    expect(removed.stderr).toBe(
      "The editor left no document, and the notice is unchanged: set EDITOR to another editor.\n",
    );
    const nowhere = await edit({ ...at, env: { ...at.env, TMPDIR: "/nowhere" } }, "true");
    expect(nowhere).toMatchObject({ code: 2, stdout: "" });
    expect(nowhere.stderr).toBe(
      "/nowhere/notice cannot be created (its folder does not exist): give a path in an existing folder that this user may write to.\n",
    );
    expect(await at.document()).toEqual(defaults);
  });

  it("does not overwrite what others changed while the editor was open: exit code 3, and the text is kept", async () => {
    const at = await prepared();
    const script = `node scripts/bin.mjs set --title theirs >/dev/null && sed -i 's/Under Maintenance/mine/' "$1"`;
    const { code, stderr } = await edit(at, script);
    expect(code).toBe(3);
    expect(stderr).toContain("The notice is at revision 2, not 1: somebody else changed it first");
    expect(readFileSync(keptFile(stderr), "utf8")).toContain('"title": "mine"');
    expect(await at.document()).toMatchObject({ title: "theirs" });
  });

  it.each([
    ["Ctrl-C ends the editor", "SIGINT", -1, "The editor ended with exit code 130."],
    ["the terminal is closed", "SIGHUP", -1, "The editing was ended by SIGHUP."],
    ["the session is ended", "SIGTERM", -1, "The editing was ended by SIGTERM."],
    ["it alone is told to end", "SIGTERM", 1, "The editing was ended by SIGTERM."],
  ] as const)(
    "says where the text is when %s, and changes nothing",
    async (_name, signal, whom, sentence) => {
      const at = await prepared();
      const script = `sed -i 's/Under Maintenance/mine/' "$1"; : > "$FOLDER/open"
      until [ -e "$FOLDER/close" ]; do sleep 0.02; done`;
      const { pid, ended } = await openEditor(at, script);
      process.kill(whom * pid, signal);
      const { code, stdout, stderr } = await ended();
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`${sentence} The notice is unchanged; your text is kept in`);
      expect(readFileSync(keptFile(stderr), "utf8")).toContain('"title": "mine"');
      expect(await at.document()).toEqual(defaults);
    },
  );

  it("goes on when the editor does", async () => {
    const at = await prepared();
    const script = `trap "" INT; : > "$FOLDER/open"
      until [ -e "$FOLDER/save" ]; do sleep 0.02; done; sed -i 's/Under Maintenance/Edited/' "$1"`;
    const { folder, pid, ended } = await openEditor(at, script);
    process.kill(-pid, "SIGINT");
    writeFileSync(join(folder, "save"), "");
    expect(await ended()).toEqual({
      code: 0,
      stdout: `Revision 2 is published: the service shows it with its next reply.\n- title: Under Maintenance\n+ title: Edited\n${at.storeLine}`,
      stderr: "",
    });
  });

  it("applies what was edited, and leaves no file", async () => {
    const at = await prepared();
    const { code, stdout, stderr } = await edit(
      at,
      `sed -i 's/Under Maintenance/Edited/' "$1"; echo "$1" >&2`,
    );
    expect([code, stdout]).toEqual([
      0,
      `Revision 2 is published: the service shows it with its next reply.\n- title: Under Maintenance\n+ title: Edited\n${at.storeLine}`,
    ]);
    expect(existsSync(stderr.trim())).toBe(false);
    expect(await at.document()).toEqual({ ...defaults, title: "Edited" });
  });

  it("shows the words in every language, and warns of those that stay", async () => {
    const at = await prepared();
    for (const args of [
      ["--title", "Moving"],
      ["--lang", "fr", "--title", "b"],
      ["--lang", "de", "--title", "a"],
    ])
      expect((await at.run("set", ...args)).code).toBe(0);
    const { code, stdout, stderr } = await edit(at, `sed -i 's/Moving/Edited/' "$1"; cat "$1" >&2`);
    expect([code, stdout]).toEqual([
      0,
      `Revision 5 is published: the service shows it with its next reply.\n- title: Moving\n+ title: Edited\n${at.storeLine}The words in de, fr stay as they are while the notice's own change: see whether they still say the same.\n`,
    ]);
    expect(stderr).toBe(`${JSON.stringify(await at.document(), null, 2)}\n`);
    expect(stderr).toMatch(/"translations": \{\n {4}"de": \{/);
  });

  it("changes nothing when nothing was edited, or with --dry-run", async () => {
    const at = await prepared();
    expect((await edit(at, "true")).stdout).toBe(
      `Nothing to change: revision 1 already says this.\n${at.storeLine}`,
    );
    expect((await edit(at, `sed -i 's/Under Maintenance/Edited/' "$1"`, "--dry-run")).stdout).toContain(
      "+ title: Edited",
    );
    expect(await at.document()).toEqual(defaults);
  });
});
