import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { readInstallation } from "../../../schema/settings/installation.ts";
import { freePort } from "../../../scripts/bench/harness/free-port.ts";
import {
  type EditorFolder,
  editorFolderOf,
  makePrivateFolder,
  privateFolderPath,
} from "../../../scripts/editor/folder.ts";
import { askForLink } from "../../../scripts/editor/links.ts";
import { type MakeLink, offerLinks } from "../../../scripts/editor/socket.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startEditorProcess } from "../../support/service/editor-process.ts";

const newStore = () => join(temporaryFolder(), "notice.db.last-known-good.json");
const uid = process.geteuid?.();
const at = (lastKnownGood: string, network = "here"): EditorFolder => ({ lastKnownGood, uid, network });
const linkOf = (name: string) => `http://127.0.0.1:8081/#link=${name}`;

/** Has something answer in the folder of an editor until the test ends; resolves with what ends that before. */
async function answering(path: string, answer: string): Promise<() => void> {
  const end = await offerLinks({ path }, () => answer);
  onTestFinished(end);
  return end;
}

/** An editor's folder, with the link it gives. */
async function offered(store: string, port: number, network: string, answer: string): Promise<() => void> {
  const { path } = await makePrivateFolder(at(store, network), port);
  return await answering(path, answer);
}

/** Leaves an editor's folder as one that was killed does. */
async function leftBehind(store: string, port: number, network: string): Promise<string> {
  const path = privateFolderPath(at(store, network), port);
  mkdirSync(path);
  const end = await offerLinks({ path }, () => "");
  // Whoever closes it removes the file, unless it is somewhere else.
  renameSync(join(path, "links"), join(path, "kept"));
  end();
  renameSync(join(path, "kept"), join(path, "links"));
  return path;
}

describe("the folder of an editor", () => {
  it("is not taken from one that answers there", async () => {
    const store = newStore();
    const end = await offered(store, 8081, "here", linkOf("its"));
    await expect(makePrivateFolder(at(store), 8081)).rejects.toThrow(
      /^the folder .* is shared with another editor on port 8081$/,
    );
    expect(await askForLink(at(store), undefined)).toBe(linkOf("its"));
    end();
    await expect(makePrivateFolder(at(store), 8081)).resolves.toBeDefined();
  });

  it("is another one for each store, network and port", () => {
    const folder = temporaryFolder();
    const [one, other] = [join(folder, "a.json"), join(folder, "b.json")];
    const paths = [
      privateFolderPath(at(one), 8081),
      privateFolderPath(at(other), 8081),
      privateFolderPath(at(one, "there"), 8081),
      privateFolderPath(at(one), 8082),
    ];
    expect(new Set(paths).size).toBe(paths.length);
  });

  it("goes with the next start after its editor was killed, in whatever network and on whatever port", async () => {
    const store = newStore();
    const other = join(dirname(store), "other.json");
    await offered(store, 8081, "there", linkOf("there"));
    const left = [await leftBehind(store, 8082, "there"), await leftBehind(store, 8083, "here")];
    const foreign = await leftBehind(other, 8081, "here");
    const { path } = await makePrivateFolder(at(store), 8081);
    for (const gone of left) expect(existsSync(gone)).toBe(false);
    const kept = [path, foreign, privateFolderPath(at(store, "there"), 8081)];
    expect(readdirSync(dirname(store)).sort()).toEqual(kept.map((one) => basename(one)).sort());
  });

  it("is no link to another folder", async () => {
    const store = newStore();
    const elsewhere = temporaryFolder();
    symlinkSync(elsewhere, privateFolderPath(at(store), 8081));
    await answering(elsewhere, linkOf("planted"));
    await expect(makePrivateFolder(at(store), 8081)).rejects.toThrow(/is not a folder of this user$/);
    await expect(askForLink(at(store), undefined)).rejects.toThrow(/^No editor of this user/);
  });

  it.skipIf(process.getuid?.() !== 0)("is not one that another user made", async () => {
    const store = newStore();
    const path = privateFolderPath(at(store), 8081);
    mkdirSync(path);
    await answering(path, linkOf("planted"));
    chownSync(path, 12345, 12346);
    await expect(makePrivateFolder(at(store), 8081)).rejects.toThrow(/is not a folder of this user$/);
    await expect(askForLink(at(store), 8081)).rejects.toThrow(/^No editor of this user/);
    expect(existsSync(join(path, "links"))).toBe(true);
  });
});

describe("npx notice editor link", () => {
  it.each([
    ["an escape sequence", "http://127.0.0.1:8081/#\u001b[2J"],
    ["another scheme", "javascript:alert(1)"],
  ])("does not print an answer of %s", async (_name, answer) => {
    const store = newStore();
    await offered(store, 8081, "here", answer);
    await expect(askForLink(at(store), 8081)).rejects.toThrow(/^No editor of this user/);
  });

  it("asks the editors in its own network first, then those in others", async () => {
    const store = newStore();
    // One that was killed leaves its folder, and is not found.
    await leftBehind(store, 8083, "here");
    const end = await offered(store, 8081, "here", linkOf("here"));
    await offered(store, 8081, "there", linkOf("there"));
    await offered(store, 8082, "there", linkOf("8082"));
    expect(await askForLink(at(store), undefined)).toBe(linkOf("here"));
    expect(await askForLink(at(store), 8082)).toBe(linkOf("8082"));
    end();
    expect(await askForLink(at(store), 8081)).toBe(linkOf("there"));
    await expect(askForLink(at(store), undefined)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/ports 8081 and 8082: .* --port\.$/),
    });
    await offered(store, 8081, "a third", linkOf("third"));
    await expect(askForLink(at(store), 8081)).rejects.toThrow(/several containers on port 8081: /);
  });
});

describe("npx notice invite", () => {
  const terms = { name: "anna", scope: "read", lifetimeMs: 1000 } as const;
  /** An editor whose answer to a request for an invitation is this one; returns what it was asked for. */
  const inviting = async (store: string, port: number, invitation = linkOf("invitation")) => {
    const asked: string[] = [];
    const makeLink: MakeLink = (given) => {
      asked.push(given);
      if (given === "") return linkOf("its");
      if (invitation === "") throw new NoticeError("INVITATIONS_OPEN", { count: 100 });
      return invitation;
    };
    onTestFinished(await offerLinks(await makePrivateFolder(at(store), port), makeLink));
    return asked;
  };

  it("asks none of several editors for one, which would end an earlier one for the same name", async () => {
    const store = newStore();
    const asked = [await inviting(store, 8081), await inviting(store, 8082)];
    await expect(askForLink(at(store), undefined, terms)).rejects.toThrow(/--port\.$/);
    expect(asked.flat().filter((given) => given !== "")).toEqual([]);
    expect(await askForLink(at(store), 8082, terms)).toBe(linkOf("invitation"));
  });

  it("says that too many are open, and not that no editor runs", async () => {
    const store = newStore();
    await inviting(store, 8081, "");
    await expect(askForLink(at(store), undefined, terms)).rejects.toThrow(/^100 invitations are open, /);
  });
});

describe("npx notice editor where something that says nothing has its socket", () => {
  it("prints its link, leaves that alone, and says what the links are", async () => {
    const folder = temporaryFolder();
    const DATABASE = join(folder, "notice.db");
    const port = await freePort();
    const installation = readInstallation({ DATABASE });
    const path = privateFolderPath(editorFolderOf({ installation, uid: () => uid }), port);
    mkdirSync(path, { mode: 0o700 });
    const silent = createServer(() => {}).listen(join(path, "links"));
    await once(silent, "listening");
    onTestFinished(() => void silent.close());
    const editor = await startEditorProcess({ args: ["--port", String(port)], settings: { DATABASE } });
    const { stdout } = editor.output();
    expect(stdout).toContain(
      `\`npx notice editor link\` prints no link for this editor: the folder ${folder} is shared with another editor on port ${port}.\n`,
    );
    expect(stdout).toContain("; for another, start the editor again, or sign in with a token");
    expect(stdout).not.toContain("prints another");
    await editor.ended("SIGINT");
    expect(existsSync(join(path, "links"))).toBe(true);
  });
});
