import { Client } from "pg";

/** Asks a database one thing, past the product, and gives the rows. */
export async function sql<R extends Record<string, unknown>>(
  port: number,
  text: string,
  { user = "postgres", database = "postgres" } = {},
): Promise<R[]> {
  const client = new Client({ host: "127.0.0.1", port, user, database });
  await client.connect();
  try {
    const { rows } = await client.query<R>(text);
    return rows;
  } finally {
    await client.end();
  }
}
