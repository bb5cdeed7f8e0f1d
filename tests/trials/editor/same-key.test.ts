import { notice } from "../../support/command/command.ts";
import { startEditorProcess } from "../../support/service/editor-process.ts";
import { testSameKey } from "../../support/trials/same-key.ts";

// Two editors of one store in a file, each in a process of its own.
testSameKey(async () => {
  const one = await startEditorProcess();
  const other = await startEditorProcess({ settings: { DATABASE: one.database } });
  const { stdout } = await notice(one.env, ["token", "create", "trial", "--json"]);
  return { urls: [one.url, other.url], token: JSON.parse(stdout).token };
});
