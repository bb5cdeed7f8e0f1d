export { readBuild } from "../http/assets.ts";
export { type Exported, readExported, toExportError, writeModule, writePages } from "./folder.ts";
export { createMakePages, stateOf } from "./pages.ts";
