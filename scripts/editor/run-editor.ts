import { accessSync, constants, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Address, startEditor } from "../../api/editor/start.ts";
import { loadBrand } from "../../api/runtime/brand.ts";
import { type StoreBackend, whileOpen } from "../../data/store.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { readAppAddress } from "../../schema/settings/app-url.ts";
import type { Installation } from "../../schema/settings/installation.ts";
import { readList } from "../../schema/validation/formats.ts";
import type { Context } from "../terminal/context.ts";
import { assertSafe, originOf } from "./address.ts";
import { readProposals } from "./proposals.ts";
import { tellOfEditor, tellOfProxy } from "./tell.ts";

/**
 * Runs the editor until this process is told to end.
 * @throws NoticeError USAGE, STORE_…, BUILD_MISSING, ADDRESS_UNUSABLE
 */
export async function runEditor(context: Context, given: Address): Promise<void> {
  const { host, port } = given;
  const address = { host, port, origin: originOf(context, given.origin) };
  assertSafe(address, context.commandName);
  const { installation, print, now, commandName } = context;
  const { TRUST_PROXY, APP_URL } = context.readSettings(["TRUST_PROXY", "APP_URL"]);
  const { url: app, fault } = readAppAddress(APP_URL);
  if (fault !== undefined) context.printError(fault);
  const proposals = readProposals(context);
  const folder = installation.editorBuild;
  const page = join(folder, "index.html");
  if (!existsSync(page)) throw new NoticeError("BUILD_MISSING", { file: page });
  // Before `context.backend`, which makes root the store's owner, who may not be able to read the brand.
  const brand = await loadBrand(installation.brandFolder, (error) => print(error.messageFor(commandName)));
  const { backend } = context;
  await assertWritable(backend, installation);
  const told = context.toldToEnd();
  const editor = await startEditor(
    {
      brand,
      app,
      switch: installation.config.SWITCH,
      proposals,
      backend,
      folder,
      now,
      lastKnownGood: installation.lastKnownGood,
      trustedProxies: readList(TRUST_PROXY),
      version: installation.version,
      report: print,
    },
    address,
  );
  const removeTraces = await tellOfEditor(context, host, editor);
  tellOfProxy(context, editor);
  await told;
  await editor.stop();
  removeTraces();
}

/** Fails now if every change would fail. @throws NoticeError STORE_… */
async function assertWritable(
  backend: StoreBackend,
  { isShared, writablePath: file }: Pick<Installation, "isShared" | "writablePath">,
): Promise<void> {
  await whileOpen(backend.open(deadlineIn()), (store) => store.latestNumber());
  if (isShared) return;
  try {
    for (const path of [file, dirname(file)]) accessSync(path, constants.W_OK);
  } catch (cause) {
    throw new NoticeError("STORE_UNUSABLE", { file, reason: "it is read-only for this user" }, { cause });
  }
}
