import { readFileSync } from "node:fs";

/** The text of a file in `docs/deploy/`. */
export const readDeployFile = (name: string): string => readFileSync(`docs/deploy/${name}`, "utf8");
