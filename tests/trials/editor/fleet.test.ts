import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { enter, openEditor, says, saysPublished } from "../../support/browser/editor-page.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { patient } from "../../support/patient.ts";
import { sharedCluster } from "../../support/postgres/cluster.ts";
import { newSchema } from "../../support/postgres/schema.ts";
import { startEditorProcess } from "../../support/service/editor-process.ts";
import { readiness } from "../../support/service/service.ts";
import { type ServiceHere, serveHere } from "../../support/service/service-here.ts";
import { draftWith } from "../../support/texts/notices.ts";

const cluster = sharedCluster();

async function titleOn({ url }: ServiceHere): Promise<string> {
  return ((await (await fetch(`${url}/api/notice`)).json()) as { title: string }).title;
}

it("the editor of a fleet says on how many nodes a revision is published, their names, and which may still show an older one", async () => {
  const { url: DATABASE, backend, alter } = newSchema(cluster.port);
  await backend.create({ ...draftWith(), number: 1 });
  const settings = { DATABASE, STATE_DIR: temporaryFolder() };
  const node = (NODE_NAME: string) => serveHere({ DATABASE, STATE_DIR: temporaryFolder(), NODE_NAME });
  const nodes = await Promise.all([node("a"), node("b")]);
  for (const each of nodes)
    await vi.waitFor(
      async () => expect(await readiness(each)).toMatchObject({ store: "up", revision: 1 }),
      patient,
    );
  await alter(
    `INSERT INTO instance SELECT '${randomUUID()}', 'c', id, 1, '', clock_timestamp() - interval '70 s' FROM store`,
  );
  const editor = await startEditorProcess({ settings });
  const opened = await openEditor(editor.link);
  const { page } = opened;
  await enter(opened);
  const publish = async (title: string) => {
    await page.getByLabel("Title", { exact: true }).fill(title);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: /^Publish/ }).click();
  };
  await publish("For two of three");
  await saysPublished(
    page,
    /Revision 2 is published on 2 of 3 nodes: a and b\.\s+c may still show revision 1 \(silent for [1-9] min\)\./,
  );
  expect(await Promise.all(nodes.map(titleOn))).toEqual(["For two of three", "For two of three"]);
  await notice({ ...process.env, ...settings }, ["nodes", "forget", "c"]);
  await publish("For both");
  await says(page, /Revision 3 is published on 2 of 2 nodes: a and b\./);
  expect(opened.unexpected()).toEqual([]);
});
