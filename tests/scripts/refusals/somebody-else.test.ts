import { describe, expect, it } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
import { prepared } from "../../support/command/prepared.ts";

describe("somebody else's change", () => {
  it("is not overwritten with --if-revision: exit code 3", async () => {
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
        "The notice is at revision 2, not 1: somebody else changed it first; look at it with `npx notice show` and try again with --if-revision 2.\n",
      ]);
    }
    expect(await document()).toMatchObject({ title: "theirs" });
  });

  it("lets one of eight commands win with --if-revision", async () => {
    const { runProcess: run } = await prepared();
    for (const revision of ["1", "2", "3"]) {
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          run("set", "--title", `${revision} ${index}`, "--if-revision", revision),
        ),
      );
      expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 3, 3, 3, 3, 3, 3, 3]);
    }
  });

  it("is kept when eight commands set different fields and the same at once", async () => {
    const { runProcess: run, document } = await prepared();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        run(
          "set",
          ...(index % 2 ? ["--title", "T"] : ["--message", "M"]),
          ...(index === 3 ? ["--expected-return", "soon"] : []),
        ),
      ),
    );
    expect(outcomes.map(({ code }) => code)).toEqual(Array(8).fill(0));
    expect(await document()).toEqual({ ...defaults, title: "T", message: "M", expectedReturn: "soon" });
  });
});
