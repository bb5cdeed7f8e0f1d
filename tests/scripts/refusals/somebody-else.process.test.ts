import { readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { backendOf } from "../../../data/backend.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { readInstallation } from "../../../schema/settings/settings.ts";
import { createProgram } from "../../../scripts/program.ts";
import type { Context } from "../../../scripts/terminal/context.ts";
import { noticeProcess, refusal } from "../../support/command/command.ts";
import { type Prepared, prepared } from "../../support/command/prepared.ts";

describe("Somebody else's change", () => {
  it("makes --if-revision end with exit code 3", async () => {
    const { run, document } = await prepared();
    await run("set", "--title", "theirs");
    const conflict = refusal("The notice is at revision 2, not 1: somebody else changed it first.", 3);
    for (const args of ["set --title mine", "rollback 1", "set --title mine --dry-run"])
      expect(await run(...args.split(" "), "--if-revision", "1")).toEqual(conflict);
    expect(await document()).toMatchObject({ title: "theirs" });
  });

  it("survives five concurrent changes of fields and translations", async () => {
    const { run, env, document } = await prepared();
    await run("set", "--message", "M");
    const own = { contactEmail: "help@shop.example", expectedReturn: "2126-01-01T00:00:00Z" };
    const changes = [
      ...[1, 2].map(() => ["--contact-email", own.contactEmail]),
      ["--expected-return", own.expectedReturn],
      ...["de", "fr"].map((tag) => ["--lang", tag, "--message", tag]),
    ];
    const outcomes = await Promise.all(changes.map((change) => noticeProcess(env, ["set", ...change])));
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    const translations = { de: { message: "de" }, fr: { message: "fr" } };
    expect(await document()).toEqual({ ...defaults, ...own, message: "M", translations });
  });
});

/** Runs a command; somebody else changes the notice after it has read the notice, and before it publishes. */
async function runMeanwhile({ env }: Prepared, args: string[], theirs: () => Promise<unknown>) {
  const installation = readInstallation(env, ["DATABASE", "NOTICE_AUTHOR"]);
  const backend = await backendOf(installation);
  const [printed, meanwhile]: [string[], (typeof theirs)[]] = [[], [theirs]];
  const open = async () => {
    const store = await backend.open();
    const append: typeof store.append = async (draft) => {
      await meanwhile.pop()?.();
      return store.append(draft);
    };
    return { ...store, append };
  };
  const context = {
    installation,
    backend: { ...backend, open },
    commandName: "npx notice",
    author: () => "bert",
    now: () => new Date(),
    print: (line: string) => void printed.push(line),
  };
  const program = await createProgram(context as unknown as Context, () => {});
  await program.parseAsync(args, { from: "user" });
  return printed;
}

/** The text in the file that an error names; the file goes with the test. */
function keptText(sentence: string): string {
  const file = /Your text is kept in (\S+\.json)\.\n?$/.exec(sentence)?.[1] ?? "";
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  return readFileSync(file, "utf8");
}

describe("A translation", () => {
  const de = { message: "Um neun sind wir zurück." };
  const german = ["set", "--lang", "de", "--message", de.message];
  const prepare = async (): Promise<Prepared> => {
    const at = await prepared();
    await at.run("set", "--language", "en", "--message", "Back at nine.");
    return at;
  };

  it("ends with exit code 3 and is kept in a file if somebody changes its base text meanwhile", async () => {
    const at = await prepare();
    const theirs = () => at.run("set", "--message", "Back at ten.");
    const error = await runMeanwhile(at, german, theirs).catch((thrown: Error) => thrown);
    const message = expect.stringContaining("while you translated them");
    expect(error).toMatchObject({ exitCode: 3, message });
    expect(JSON.parse(keptText((error as Error).message))).toEqual(de);
    expect(await at.document()).toEqual({ ...defaults, message: "Back at ten.", language: "en" });
  });

  const [time, fr] = ["2126-01-01T00:00:00Z", { message: "f" }];
  it.each<[string, string[], object]>([
    ["writes another translation", ["--lang", "fr", "--message", "f"], { translations: { de, fr } }],
    ["sets another time", ["--expected-return", time], { translations: { de }, expectedReturn: time }],
  ])("is published if somebody else %s meanwhile", async (_name, options, expected) => {
    const at = await prepare();
    const theirs = () => at.run("set", ...options);
    expect(await runMeanwhile(at, german, theirs)).toContain("Revision 4 is published.");
    expect(await at.document()).toMatchObject({ message: "Back at nine.", ...expected });
  });

  it("is kept in a file if --if-revision refuses it", async () => {
    const { run } = await prepare();
    const outcome = await run(...german, "--if-revision", "1");
    expect(outcome).toEqual(refusal("The notice is at revision 2, not 1: ", 3));
    expect(keptText(outcome.stderr)).toContain("Um neun");
  });
});
