import { readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { backendOf } from "../../../data/backend.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { readInstallation } from "../../../schema/settings/settings.ts";
import { createProgram } from "../../../scripts/program.ts";
import type { Context } from "../../../scripts/terminal/context.ts";
import { type Prepared, prepared, type Run } from "../../support/command/prepared.ts";

describe("Somebody else's change", () => {
  it("makes --if-revision end with exit code 3", async () => {
    const { run, document } = await prepared();
    await run("set", "--title", "theirs");
    for (const args of [
      ["set", "--title", "mine"],
      ["rollback", "1"],
      ["set", "--title", "mine", "--dry-run"],
    ]) {
      const { code, stdout, stderr } = await run(...args, "--if-revision", "1");
      expect([code, stdout, stderr]).toEqual([
        3,
        "",
        "The notice is at revision 2, not 1: somebody else changed it first. Look with `npx notice show`, then try again with --if-revision 2.\n",
      ]);
    }
    expect(await document()).toMatchObject({ title: "theirs" });
  });

  it("survives five concurrent changes of fields and translations", async () => {
    const { run, runProcess, document } = await prepared();
    await run("set", "--message", "M");
    const outcomes = await Promise.all([
      ...[1, 2].map(() => runProcess("set", "--contact-email", "help@shop.example")),
      runProcess("set", "--expected-return", "2126-01-01T00:00:00Z"),
      ...["de", "fr"].map((tag) => runProcess("set", "--lang", tag, "--message", tag)),
    ]);
    expect(outcomes.map(({ code }) => code)).toEqual(Array(5).fill(0));
    const translations = { de: { message: "de" }, fr: { message: "fr" } };
    const own = { message: "M", contactEmail: "help@shop.example", expectedReturn: "2126-01-01T00:00:00Z" };
    expect(await document()).toEqual({ ...defaults, ...own, translations });
  });
});

/** Runs a command while somebody else changes the notice: after it has read the notice, and before it publishes. */
async function runMeanwhile({ env }: Prepared, args: string[], theirs: () => Promise<unknown>) {
  const installation = readInstallation(env, ["DATABASE", "NOTICE_AUTHOR"]);
  const backend = await backendOf(installation);
  const printed: string[] = [];
  let meanwhile: (() => Promise<unknown>) | undefined = theirs;
  const context = {
    installation,
    backend: {
      ...backend,
      open: async () => {
        const store = await backend.open();
        const append: typeof store.append = async (draft) => {
          const change = meanwhile;
          meanwhile = undefined;
          await change?.();
          return store.append(draft);
        };
        return { ...store, append };
      },
    },
    commandName: "npx notice",
    author: () => "bert",
    now: () => new Date(),
    print: (line: string) => void printed.push(line),
  };
  const program = await createProgram(context as unknown as Context, () => {});
  await program.parseAsync(args, { from: "user" });
  return printed;
}

/** The file that an error says the text is kept in; it goes with the test. */
function keptIn(sentence: string): string {
  const file = /Your text is kept in (\S+\.json)\.\n?$/.exec(sentence)?.[1] ?? "";
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  return file;
}

describe("A translation", () => {
  const prepare = async (): Promise<Prepared> => {
    const at = await prepared();
    await at.run("set", "--language", "en", "--message", "Back at nine.");
    return at;
  };
  const german = ["set", "--lang", "de", "--message", "Um neun sind wir zurück."];

  it("ends with exit code 3 and is kept in a file if somebody changes its base text meanwhile", async () => {
    const at = await prepare();
    const theirs = () => at.run("set", "--message", "Back at ten.");
    const refusal = await runMeanwhile(at, german, theirs).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(
        /^Somebody else changed the notice's words while you translated them: look with `npx notice show`, then/,
      ),
    });
    expect(JSON.parse(readFileSync(keptIn((refusal as Error).message), "utf8"))).toEqual({
      message: "Um neun sind wir zurück.",
    });
    expect(await at.document()).toEqual({ ...defaults, message: "Back at ten.", language: "en" });
  });

  it.each<[string, (run: Run) => Promise<unknown>, object]>([
    [
      "another translation",
      (run) => run("set", "--lang", "fr", "--message", "De retour à neuf heures."),
      {
        translations: {
          de: { message: "Um neun sind wir zurück." },
          fr: { message: "De retour à neuf heures." },
        },
      },
    ],
    ["another time", (run) => run("set", "--expected-return", "+2h"), { expectedReturn: expect.any(String) }],
  ])("is published although somebody else makes %s meanwhile", async (_name, theirs, expected) => {
    const at = await prepare();
    expect(await runMeanwhile(at, german, () => theirs(at.run))).toContain("Revision 4 is published.");
    expect(await at.document()).toMatchObject({
      message: "Back at nine.",
      translations: { de: { message: "Um neun sind wir zurück." } },
      ...expected,
    });
  });

  it("is kept in a file if --if-revision refuses it", async () => {
    const { run } = await prepare();
    const { code, stderr } = await run(...german, "--if-revision", "1");
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^The notice is at revision 2, not 1: /)]);
    expect(readFileSync(keptIn(stderr), "utf8")).toContain("Um neun");
  });
});
