import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseAst } from "vite";

/** How a file reaches another one, or a package: also by `new URL("…", import.meta.url)`. */
type Kind = "static" | "type" | "dynamic" | "url";

interface Import {
  /** A path from the project's folder, or what a package is imported as. */
  target: string;
  kind: Kind;
}

/** A file of the product: what it imports, and whether it touches the process. */
export interface Module {
  imports: Import[];
  touchesProcess: boolean;
}

export type Modules = ReadonlyMap<string, Module>;

/** Every TypeScript file below the folders, by its path from the project's folder. */
export function readModules(folders: string[]): Map<string, Module> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  return new Map(
    files
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => [file, parseModule(file, readFileSync(file, "utf8"))]),
  );
}

/** What a source imports, each relative path resolved from its file; a path of the build is that of its source. */
export function parseModule(file: string, source: string): Module {
  const imports: Import[] = [];
  let touchesProcess = false;
  const add = (specifier: string, kind: Kind): void => {
    const isOurs = specifier.startsWith(".");
    const target = isOurs ? normalize(join(dirname(file), specifier)).replace(/\.js$/, ".ts") : specifier;
    imports.push({ target, kind });
    if (/^(node:)?process$/.test(specifier)) touchesProcess = true;
  };
  for (const node of nodesOf(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }))) {
    const from = textOf(node.source);
    switch (node.type) {
      case "ImportDeclaration":
      case "ExportAllDeclaration":
      case "ExportNamedDeclaration":
        if (from !== undefined) add(from, isTypeOnly(node) ? "type" : "static");
        break;
      case "ImportExpression":
        if (from !== undefined) add(from, "dynamic");
        break;
      case "TSImportType":
        if (from !== undefined) add(from, "type");
        break;
      case "NewExpression":
        if ((node.callee as Node).name === "URL" && isMetaUrl((node.arguments as Node[])[1])) {
          const path = textOf((node.arguments as Node[])[0]);
          if (path !== undefined) add(path, "url");
        }
        break;
      case "MemberExpression":
        if ((node.object as Node).name === "process") touchesProcess = true;
    }
  }
  return { imports, touchesProcess };
}

type Node = { type: string } & Record<string, unknown>;

function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && typeof value.type === "string") yield value as Node;
  for (const child of Object.values(value)) yield* nodesOf(child);
}

function textOf(node: unknown): string | undefined {
  const { value } = Object(node) as { value?: unknown };
  return typeof value === "string" ? value : undefined;
}

function isTypeOnly({ importKind, exportKind }: Node): boolean {
  return importKind === "type" || exportKind === "type";
}

function isMetaUrl(node: Node | undefined): boolean {
  return node?.type === "MemberExpression" && (node.object as Node).type === "MetaProperty";
}
