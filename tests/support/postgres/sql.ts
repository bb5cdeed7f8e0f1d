import { Client } from "pg";
import { expect, onTestFinished } from "vitest";

/** Runs SQL on a database without the product. Returns the rows of the first statement. */
export async function sql<R extends Record<string, unknown>>(
  port: number,
  text: string,
  options: { user?: string; database?: string } = {},
): Promise<R[]> {
  const [rows = []] = await sqlEach<R>(port, text, options);
  return rows;
}

/** Runs several statements on a database without the product. Returns the rows of each. */
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

/** Opens a connection until the test ends, and runs SQL on it. */
export async function connected(port: number, text = ""): Promise<Client> {
  const client = new Client(`postgres://postgres@127.0.0.1:${port}/postgres`);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(text);
  return client;
}

/** Sets the standbys that each commit in the cluster waits for. */
export async function setStandbys(port: number, names: string): Promise<void> {
  await sql(port, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await sql(port, "SELECT pg_reload_conf()");
  const read = () => sql(port, "SELECT current_setting('synchronous_standby_names') AS names");
  await expect.poll(read).toEqual([{ names }]);
}
