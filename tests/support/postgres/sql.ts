import { Client } from "pg";
import { expect, onTestFinished } from "vitest";

const clientOf = (port: number) => new Client(`postgres://postgres@127.0.0.1:${port}/postgres`);

/** Runs SQL on a database without the product. Returns the rows of all statements. */
export async function sql(port: number, text: string) {
  const client = clientOf(port);
  await client.connect();
  try {
    return [await client.query(text)].flat().flatMap(({ rows }) => rows);
  } finally {
    await client.end();
  }
}

/** Opens a connection until the test ends, and runs SQL on it. */
export async function connected(port: number, text = ""): Promise<Client> {
  const client = clientOf(port);
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
