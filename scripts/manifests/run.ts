import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { findHelm } from "./helm.ts";
import { copies, makeManifest, manifests } from "./manifests.ts";

const helm = findHelm();
for (const [source, copy] of Object.entries(copies)) copyFileSync(source, copy);
for (const [file, options] of Object.entries(manifests))
  writeFileSync(file, makeManifest(helm, readFileSync(file, "utf8"), options));
