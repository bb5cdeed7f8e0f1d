import { describe, expect, it } from "vitest";
import { readArguments } from "../../scripts/bench/arguments.ts";

const known = ["variants", "change"];

describe("the arguments of the benchmarks", () => {
  it.each([
    [[], { names: [] }],
    [["change"], { names: ["change"] }],
    [["--rounds", "30", "variants", "change"], { names: ["variants", "change"], rounds: 30 }],
    [["change", "--rounds=1"], { names: ["change"], rounds: 1 }],
  ])("%j name measurements, and how many rounds each comparison has", (args, asked) => {
    expect(readArguments(args, known)).toEqual(asked);
  });

  it.each([
    [["--round", "30"], "There is no option --round; the only one is --rounds."],
    [["-r"], "There is no option -r; the only one is --rounds."],
    [["change", "nothing"], "There is no nothing among variants, change."],
    [["--rounds"], "--rounds takes a number from 1 to 1,000, as in --rounds 30."],
    [["--rounds", "change"], "--rounds takes a number from 1 to 1,000, as in --rounds 30."],
    [["--rounds", "0"], "--rounds takes a number from 1 to 1,000, as in --rounds 30."],
    [["--rounds=2.5"], "--rounds takes a number from 1 to 1,000, as in --rounds 30."],
    [["--rounds=1001"], "--rounds takes a number from 1 to 1,000, as in --rounds 30."],
  ])("%j are refused with one sentence", (args, sentence) => {
    expect(() => readArguments(args, known)).toThrow(new Error(sentence));
  });
});
