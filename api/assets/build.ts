import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Encoding } from "../http/content-coding.ts";

/** A built file of the page, in memory. */
export interface Asset {
  path: string;
  type: string;
  bodies: Record<Encoding, Buffer>;
}

/** The built page, in memory. */
export interface Build {
  template: string;
  assets: Asset[];
}

/** The type of the page's scripts. */
export const scriptType = "text/javascript; charset=utf-8";
const types: Record<string, string> = { ".js": scriptType };

/**
 * Reads the built page into memory once, so that a later disk failure does no harm.
 * @throws NoticeError BUILD_MISSING
 */
export function readBuild(folder: string): Build {
  const found = <T>(use: (file: string) => T, ...path: string[]): T => {
    const file = join(folder, ...path);
    try {
      return use(file);
    } catch (cause) {
      throw new NoticeError("BUILD_MISSING", { file }, { cause });
    }
  };
  const read = (...path: string[]): Buffer => found((file) => readFileSync(file), ...path);
  const template = read("index.html").toString();
  // Without these placeholders, every visitor would get an empty page.
  if (!["{{page}}", "{{data}}"].every((outlet) => template.includes(outlet))) {
    throw new NoticeError("BUILD_MISSING", { file: join(folder, "index.html") });
  }
  const names = found((file) => readdirSync(file), "assets").filter((name) => extname(name) in types);
  return {
    template,
    assets: names.map((name) => ({
      path: `/assets/${name}`,
      type: types[extname(name)] ?? "",
      bodies: {
        br: read("assets", `${name}.br`),
        gzip: read("assets", `${name}.gz`),
        identity: read("assets", name),
      },
    })),
  };
}
