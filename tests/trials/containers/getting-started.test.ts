import { expect, it } from "vitest";
import { openPage } from "../../support/browser/browser.ts";
import { patient } from "../../support/patient.ts";
import { blocksOf } from "../documents/support/following.ts";
import { reach, run } from "./support/commands.ts";
import { copied, visit } from "./support/compose.ts";

it("docs/getting-started.md leads from Docker Compose to an open page that returns", async () => {
  const folder = copied();
  const blocks = blocksOf("docs/getting-started.md").filter((block) => block.startsWith("docker compose"));
  const type = async (begins: string) => {
    const block = blocks.shift() ?? "";
    expect(block).toMatch(new RegExp(`^docker compose ${begins}`));
    // This shell has no terminal.
    const { code, stdout, stderr } = await run("sh", ["-ec", block.replace("exec", "exec -T")], folder);
    expect([block, code, code === 0 ? "" : stderr]).toEqual([block, 0, ""]);
    return stdout;
  };
  await type("up");
  const url = await reach(8000);
  await expect.poll(() => visit(url), patient).toBe("app");
  await type("stop app");
  await expect.poll(() => visit(url), patient).toBe("notice");
  const { page } = await openPage(url);
  expect(await type("exec backsoon notice set")).toContain("Revision 2 is published");
  await expect.poll(() => page.locator(".message").innerText(), patient).toBe("Back at nine.");
  await type("start app");
  await expect.poll(() => page.locator("h1").innerText(), patient).toBe("The app");
  expect(await type("exec backsoon notice on")).toMatch(/^Visitors see the notice at .*$/m);
  expect(await visit(url)).toBe("notice");
  expect(await type("exec backsoon notice off")).toMatch(/^The app answers at .*$/m);
  expect(await visit(url)).toBe("app");
  await type("down");
  expect(blocks).toEqual([]);
});
