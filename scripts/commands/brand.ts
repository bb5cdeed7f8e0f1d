import type { Command } from "commander";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples } from "../terminal/options.ts";

export function addBrand(program: Command, context: Context): void {
  const brand = program
    .command("brand")
    .summary("check a brand folder (name, logo, colours, links)")
    .description("Checks a brand folder. BRAND_DIR puts a brand on the page.");
  addExamples(brand, "brand check docs/brand/bank");
  const check = brand
    .command("check")
    .summary("show how the page uses it, or what is wrong with it")
    .description(
      "Shows how the page uses a folder with brand.json and pictures, or lists every fault (exit code 2).",
    )
    .argument("<folder>", "the folder, as in BRAND_DIR")
    .option("--json", "print the result as JSON")
    .action(async (folder: string, { json }: { json?: boolean }) => {
      // Loaded on demand, so that other commands do not wait for it.
      const [{ readBrand }, { describeBrand }] = await Promise.all([
        import("../../data/brand/read-brand.ts"),
        import("../diagnostics/brand-in-words.ts"),
      ]);
      const read = await readBrand(context.pathOf(folder));
      if ("faults" in read) {
        const { faults } = read;
        if (json) context.printJson({ valid: false, faults });
        else for (const fault of faults) context.print(fault);
        throw new NoticeError("BRAND_INVALID", { folder, count: faults.length });
      }
      const description = describeBrand(read.brand);
      if (json) return context.printJson({ valid: true, ...description.values });
      for (const line of description.lines) context.print(line);
    });
  addExamples(check, "brand check /etc/backsoon/brand", "brand check docs/brand/shop --json");
}
