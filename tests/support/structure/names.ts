import { parseAst } from "vite";

/** What a file declares at its top. */
export interface Declared {
  name: string;
  /** Whether other files can import it. */
  isExported: boolean;
  /** A type, what a program can call or read, or what is declared in another file and exported here once more. */
  kind: "type" | "value" | "export of another file";
  /** The value of a constant, where the file says it in literals: `64 * 1024`, `-1` or `["a", "b"] as const`. */
  value?: Literal;
}

type Node = Record<string, unknown>;

/** What a source declares at its top, with what it exports of other files. */
export function declaredIn(file: string, source: string): Declared[] {
  const { body } = parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" });
  return listOf(body).flatMap((statement): Declared[] => {
    const isExported = statement.type === "ExportNamedDeclaration";
    const { type, kind, id, declarations, specifiers } = (statement.declaration ?? statement) as Node;
    const own: Declared["kind"] = String(type).startsWith("TS") ? "type" : "value";
    const declared = [{ id }, ...listOf(declarations)].flatMap(({ id, init }: Node) =>
      nameOf(id).map((name) => ({
        name,
        isExported,
        kind: own,
        value: kind === "const" ? literalOf(init) : undefined,
      })),
    );
    const others = isExported ? listOf(specifiers).flatMap(({ exported }) => nameOf(exported)) : [];
    return [
      ...declared,
      ...others.map((name) => ({ name, isExported, kind: "export of another file" as const })),
    ];
  });
}

function nameOf(node: unknown): string[] {
  const { name } = Object(node) as { name?: string };
  return name === undefined ? [] : [name];
}

function listOf(nodes: unknown): Node[] {
  return Array.isArray(nodes) ? nodes : [];
}

type Literal = string | number | undefined;

/** What a constant is worth, if that can be read: a text, a number, what is computed of numbers, or a list of these as JSON. */
function literalOf(node: unknown): Literal {
  const { type, value, expression, argument, left, right, elements, operator } = Object(node) as Node;
  switch (type) {
    case "Literal":
      return typeof value === "string" || typeof value === "number" ? value : undefined;
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "ParenthesizedExpression":
      return literalOf(expression);
    case "ArrayExpression": {
      const values = listOf(elements).map(literalOf);
      return values.includes(undefined) ? undefined : JSON.stringify(values);
    }
    case "UnaryExpression":
      return operator === "-" ? computed("-", 0, literalOf(argument)) : undefined;
    default:
      return type === "BinaryExpression" ? computed(operator, literalOf(left), literalOf(right)) : undefined;
  }
}

function computed(operator: unknown, left: Literal, right: Literal): number | undefined {
  if (typeof left !== "number" || typeof right !== "number") return undefined;
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    case "**":
      return left ** right;
    default:
      return undefined;
  }
}

/** The words of a name, in one case and with a space at each end: ` posted at ` for `postedAt` and `posted-at`. */
function wordsOf(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").split(/[^A-Za-z0-9]+/);
  return ` ${words.filter(Boolean).join(" ").toLowerCase()} `;
}

/**
 * Whether a name has a word that the glossary refuses, or more than one of it; a word with a capital is refused as the
 * whole name alone.
 */
export function hasWord(name: string, word: string): boolean {
  if (/^[A-Z]/.test(word)) return name === word;
  return [word, `${word}s`].some((form) => wordsOf(name).includes(wordsOf(form)));
}
