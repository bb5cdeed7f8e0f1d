import { readFileSync } from "node:fs";
import { postgresBackend } from "../../../data/postgres/backend.ts";
import { draftWith } from "../texts/notices.ts";
import { loginAt, newSchema } from "./schema.ts";
import { sql } from "./sql.ts";

const roles = ["owner", "writer", "server"] as const;
type Role = (typeof roles)[number];

/** Creates the three roles of docs/fleet.md with these settings. */
export async function createRoles(port: number, kind = "ordinary", settings: string[] = []): Promise<void> {
  for (const role of roles) {
    await sql(port, `CREATE ROLE ${kind}_${role} LOGIN`);
    for (const setting of settings) await sql(port, `ALTER ROLE ${kind}_${role} SET ${setting}`);
  }
}

/** A schema for a store of these roles. `grant` gives them their rights once the store is created. */
export async function newOwned(port: number, kind = "ordinary") {
  const { schema, alter, urlFor } = newSchema(port);
  const text = readFileSync("docs/fleet.md", "utf8")
    .replaceAll(/^CREATE ROLE.*$/gm, "")
    .replaceAll("backsoon.", `${schema}.`)
    .replaceAll("SCHEMA backsoon ", `SCHEMA ${schema} `)
    .replaceAll("backsoon_", `${kind}_`);
  const [create = "", rights = ""] = Array.from(text.matchAll(/```sql\n([\s\S]*?)```/g), ([, sql]) => sql);
  await sql(port, create);
  const urlOf = (role: Role) => urlFor(`${kind}_${role}`);
  const backendOf = (role: Role) => postgresBackend(loginAt(urlOf(role)));
  return { schema, alter, urlOf, backendOf, grant: () => sql(port, rights) };
}

/** A store of these roles with one revision. */
export async function newOwnedStore(port: number, kind?: string) {
  const place = await newOwned(port, kind);
  await place.backendOf("owner").create({ ...draftWith(), number: 1 });
  await place.grant();
  return place;
}
