import { expect, it } from "vitest";
import { pageAt } from "../../support/network/http.ts";
import { patient } from "../../support/patient.ts";
import { reach } from "./support/commands.ts";
import { composing } from "./support/compose.ts";

const compose = composing({
  options: "-f docs/deploy/compose.fleet.yaml",
  port: 8004,
  changes: [["compose.fleet.yaml", "127.0.0.1:8080:8080", "127.0.0.1:8005:8080"]],
  files: { "database-password": "secret" },
});

it("Two nodes of compose.fleet.yaml start, and both show a notice published on one", async () => {
  await compose("up -d");
  const nodes = () => compose("exec -T a notice nodes --json").catch(String);
  await expect.poll(nodes, patient).toMatch(/"a".*"b"/s);
  const set = compose('exec -T a notice set --message "Back at nine." --wait 1m');
  expect(await set).toContain("2 of 2 nodes");
  for (const port of [8005, 8090]) expect(await pageAt(await reach(port))).toContain("Back at nine.");
});
