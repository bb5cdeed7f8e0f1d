import { expect, it } from "vitest";
import { createTurns } from "../../../../api/editor/proposals/turns.ts";

/** Work that ends when it is told to, under its name. */
function piecesOfWork(most: number) {
  const inTurn = createTurns(most);
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const ask = (name: string, signal = new AbortController().signal): Promise<string> =>
    inTurn(signal, () => {
      begun.push(name);
      return new Promise((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve(name))),
      );
    });
  const end = (name: string, error?: Error) => ends.get(name)?.(error);
  return { ask, begun, end };
}

it("lets so many work at once, and the others in the order in which they came", async () => {
  const { ask, begun, end } = piecesOfWork(2);
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => ask(name));
  expect(begun).toEqual(["a", "b"]);
  end("b", new Error("b failed"));
  await expect(b).rejects.toThrow("b failed");
  await expect.poll(() => begun).toEqual(["a", "b", "c"]);
  end("c");
  expect(await c).toBe("c");
  for (const name of ["a", "d"]) {
    await expect.poll(() => begun).toContain(name);
    end(name);
  }
  expect(await Promise.all([a, d])).toEqual(["a", "d"]);
  // Every place is free again.
  const later = ["e", "f", "g"].map((name) => ask(name));
  expect(begun.slice(4)).toEqual(["e", "f"]);
  for (const name of ["e", "f", "g"]) {
    await expect.poll(() => begun).toContain(name);
    end(name);
  }
  await Promise.all(later);
});

it("passes over who has left, with the reason, and does not wait for them", async () => {
  const { ask, begun, end } = piecesOfWork(1);
  const leaving = new AbortController();
  const [a, left, c] = [ask("a"), ask("left", leaving.signal), ask("c")];
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  await expect(ask("too late", leaving.signal)).rejects.toThrow("gone");
  end("a");
  await a;
  await expect.poll(() => begun).toEqual(["a", "c"]);
  end("c");
  expect(await c).toBe("c");
});
