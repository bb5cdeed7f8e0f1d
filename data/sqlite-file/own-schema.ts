import { shorten } from "../../schema/text/shorten.ts";
import { type Connection, connect } from "./driver.ts";
import { migrate } from "./format.ts";

/** An object in a schema, as SQLite keeps it. @see https://www.sqlite.org/schematab.html */
interface SchemaObject {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

/**
 * Names an object in a database that is not one of a store, or undefined if there is none. Reads only the list of
 * objects. A reader does not need the triggers.
 */
export function foreignObject(db: Connection): string | undefined {
  const own = new Map(ownObjects().map((object) => [object.name, inOneLine(object)]));
  const found = objectsOf(db);
  const foreign = found.find((object) => own.get(object.name) !== inOneLine(object));
  if (foreign) return `the ${foreign.type} ${shorten(foreign.name, 60)} in it is not one of a store`;
  return found.some(({ name }) => name === "revision") ? undefined : "it has no table of revisions";
}

/** Names an object of a store that is missing in a database or different, or undefined if there is none. */
export function missingObject(db: Connection): string | undefined {
  const found = new Set(objectsOf(db).map(inOneLine));
  const missing = ownObjects().find((object) => !found.has(inOneLine(object)));
  return missing && `the ${missing.type} ${missing.name} is missing, or not as it was made`;
}

/** The objects of a store, as we make them. */
function ownObjects(): SchemaObject[] {
  const db = connect(":memory:", {});
  try {
    migrate(db, db.name);
    return objectsOf(db);
  } finally {
    db.close();
  }
}

function objectsOf(db: Connection): SchemaObject[] {
  return db.prepare<[], SchemaObject>("SELECT type, name, tbl_name, sql FROM sqlite_schema").all();
}

/** An object as one line, as indentation does not matter. */
function inOneLine({ type, name, tbl_name, sql }: SchemaObject): string {
  return [type, name, tbl_name, sql && String(sql).replace(/\s+/g, " ")].join(" ");
}
