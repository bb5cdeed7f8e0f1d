import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pageAt } from "../../support/network/http.ts";
import { patient } from "../../support/patient.ts";
import { documented, operating } from "./support/operator.ts";

const page = "docs/kubernetes.md";
const operator = operating("one", 1);

it("One node is installed, updated and removed as docs/kubernetes.md says, and its volume survives", async () => {
  const { type, serviceAt, folder } = operator();
  const install = documented(page, "helm install");
  await type(install);
  const said = await type(documented(page, "kubectl exec deploy/backsoon -c backsoon -- notice set"));
  expect(said).toContain("Revision 2 is published");
  expect(said).toMatch(/^ok +service: ready/m);
  const url = await serviceAt("backsoon");
  expect(await pageAt(url)).toContain("Back at nine.");
  await type(
    documented(page, "kubectl exec deploy/backsoon -c backsoon -- notice backup").replace(
      "backup.db",
      '"$OUT/backup.db"',
    ),
  );
  expect(readFileSync(`${folder}/backup.db`, "latin1")).toMatch(/^SQLite format 3/);
  await type(documented(page, "helm upgrade"));
  expect(await pageAt(url)).toContain("Back at nine.");

  await type(documented(page, "helm uninstall"));
  expect(await type("kubectl get pvc -l app=backsoon")).toContain("Bound");
  await type(`${install.trim()} --set persistence.existingClaim=backsoon`);
  await expect.poll(async () => pageAt(await serviceAt("backsoon")), patient).toContain("Back at nine.");
  await type("helm uninstall backsoon --wait");
  await type(documented(page, "kubectl delete pvc"));
  expect(await type("kubectl get pvc -l app=backsoon")).toBe("");
});
