export { readBuild } from "../assets/build.ts";
export { toExportError } from "./export-error.ts";
export { type Exported, readExported, writePages } from "./folder.ts";
export { writeModule } from "./module-file.ts";
export { createMakePages, stateOf } from "./pages.ts";
