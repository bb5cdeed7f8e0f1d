import { parseAst } from "vite";

/** What a file declares at its top. */
export interface Declared {
  name: string;
  /** Whether other files can import it. */
  isExported: boolean;
  /** The value of a constant that is a literal or a product of literals. */
  value?: string | number | undefined;
}

type Node = Record<string, unknown>;

/** What a source declares at its top, with what it exports of other files. */
export function declaredIn(file: string, source: string): Declared[] {
  const { body } = parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" });
  return listOf(body).flatMap((statement) => {
    const isExported = statement.type === "ExportNamedDeclaration";
    const { id, declarations, specifiers } = (statement.declaration ?? statement) as Node;
    const reexported = isExported ? listOf(specifiers).map((node) => ({ id: node.exported })) : [];
    const all: Node[] = [{ id }, ...listOf(declarations), ...reexported];
    return all.flatMap(({ id, init }) => {
      const { name } = Object(id) as { name?: string };
      return name === undefined ? [] : [{ name, isExported, value: literalOf(init) }];
    });
  });
}

function listOf(nodes: unknown): Node[] {
  return Array.isArray(nodes) ? nodes : [];
}

function literalOf(node: unknown): string | number | undefined {
  const { type, value, operator, left, right } = Object(node) as Node;
  if (type === "Literal") return typeof value === "string" || typeof value === "number" ? value : undefined;
  if (type !== "BinaryExpression" || operator !== "*") return undefined;
  const [one, other] = [literalOf(left), literalOf(right)];
  return typeof one === "number" && typeof other === "number" ? one * other : undefined;
}

/** The words of a name, in one case and with a space at each end: ` posted at ` for `postedAt` and `posted-at`. */
function wordsOf(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").split(/[^A-Za-z0-9]+/);
  return ` ${words.filter(Boolean).join(" ").toLowerCase()} `;
}

/** Whether a name has a word that the glossary refuses; one with a capital is refused as the whole name alone. */
export function hasWord(name: string, word: string): boolean {
  return /^[A-Z]/.test(word) ? name === word : wordsOf(name).includes(wordsOf(word));
}
