import { Client } from "pg";

/** Asks a database one thing, past the product, and gives the rows. */
export async function sql<R extends Record<string, unknown>>(
  port: number,
  text: string,
  { user = "postgres", database = "postgres" } = {},
): Promise<R[]> {
  const [rows = []] = await sqlEach<R>(port, text, { user, database });
  return rows;
}

/** Runs several statements on a database, past the product, and gives the rows of each. */
export async function sqlEach<R extends Record<string, unknown>>(
  port: number,
  text: string,
  { user = "postgres", database = "postgres" } = {},
): Promise<R[][]> {
  const client = new Client({ host: "127.0.0.1", port, user, database });
  await client.connect();
  try {
    const results = await client.query<R>(text);
    return [results].flat().map(({ rows }) => rows);
  } finally {
    await client.end();
  }
}
