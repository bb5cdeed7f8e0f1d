import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startEcho } from "../../support/network/echo.ts";
import { asking } from "../../support/network/http.ts";
import { recipes, startByRecipe } from "../../support/network/recipes.ts";
import { patient } from "../../support/patient.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { askOnce, startIllApp } from "./support/ill-apps.ts";

/** The time that each recipe gives an app, which no test waits for, and what it is replaced by. */
const limits: Record<string, [shipped: RegExp, cut: string]> = {
  "nginx.conf": [/proxy_read_timeout (\d+)s/, "proxy_read_timeout 1s"],
  "haproxy.cfg": [/timeout server (\d+)s/, "timeout server 1s"],
  Caddyfile: [/response_header_timeout (\d+)s/, "response_header_timeout 1s"],
  // The server's own, outside of the recipe.
  "apache.conf": [/^Listen 8000$/m, "$&\nTimeout 1"],
};

const readme = readFileSync("docs/deploy/README.md", "utf8");

/** The rows of the table that begins with a cell, without its head, each cell without its link. */
function tableOf(first: string): string[][] {
  const [, rest = ""] = readme.split(`\n| ${first} |`);
  const [table = ""] = rest.split("\n\n");
  const rows = `| ${first} |${table}`.split("\n").map((row) => row.split("|").slice(1, -1));
  return rows.map((row) => row.map((cell) => cell.trim().replace(/^\[(.*?)\]\(.*/, "$1")));
}

const [[, ...files] = [], , ...rows] = tableOf("the app …");
const changes = tableOf("recipe | the app …")
  .slice(2)
  .filter(([file = ""]) => file in limits);

const isSame = (text: string): string => text;

/** Runs a recipe before an app in a state; gives what asks as a visitor, and says what comes in the words of the table. */
async function visitorOf(file: string, state: string, change = isSame): Promise<() => Promise<string>> {
  const recipe = recipes.find(([, name]) => name === file);
  const [shipped, cut] = limits[file] ?? [];
  if (!recipe || !shipped || cut === undefined) throw new Error(`There is no recipe ${file}.`);
  const seconds = shipped.exec(readFileSync(`docs/deploy/${file}`, "utf8"))?.[1];
  const service = await serveHere();
  const app = await startIllApp(state.replace(/ (?:at |to )?a POST$/, ""));
  const edit = (text: string) => change(text.replace(shipped, cut));
  const url = await startByRecipe(recipe, { app, services: [service.url], edit });
  const after = seconds === undefined ? "`Timeout`" : `${seconds} s`;
  return async () => {
    const got = await askOnce(`${url}/cart`, state.endsWith("POST") ? "POST" : "GET");
    return state.startsWith("hangs") ? `${got}, after ${after}` : got;
  };
}

it.each(recipes)("%s lets an app that ends in order finish what it has", async (...recipe) => {
  const service = await serveHere();
  const app = await startEcho("app", 200);
  const ask = asking(await startByRecipe(recipe, { app: app.port, services: [service.url] }));
  const begun = ["GET", "POST"].map((method) => ask({ method, url: "/slow" }));
  const slow = () => app.received.filter(({ path }) => path === "/slow").length;
  await expect.poll(slow, patient).toBe(begun.length);
  app.endInOrder();
  // HAProxy has found out by then: it takes longer to send a request that was refused to another.
  await expect.poll(async () => (await ask({})).headers["maintenance-notice"], patient).toBeDefined();
  app.release();
  expect((await Promise.all(begun)).map(({ body }) => body)).toEqual(["app", "app"]);
});

describe("what the visitor gets", () => {
  it("is told for every recipe", () => {
    expect(files.slice(0, -1)).toEqual(recipes.map(([, file]) => file));
    expect(files.at(-1)).toBe("traefik.yaml");
    expect(rows).toHaveLength(13);
    expect(changes).toHaveLength(8);
  });

  it.each(
    recipes.flatMap(([, file], column) =>
      rows.map(([state = "", ...cells]): [string, string, string | undefined] => [
        file,
        state,
        cells[column],
      ]),
    ),
  )("by %s, where the app %s: %s", async (file, state, told) => {
    const ask = await visitorOf(file, state);
    expect(await ask()).toBe(told);
  });

  it.each(changes.map((row): [string, ...string[]] => row as [string]))(
    "by %s, where the app %s, with %s changed to %s: %s",
    async (file, state = "", from = "", to = "", told = "") => {
      const [written, wanted] = [from, to].map((cell) => cell.replaceAll("`", "")) as [string, string];
      const ask = await visitorOf(file, state, (text) => {
        // A change that finds nothing changes nothing.
        expect(text.split(written)).toHaveLength(2);
        return text.replace(written, wanted);
      });
      const [outcome, later] = told.split(", once ");
      if (later === undefined) expect(await ask()).toBe(told);
      else await expect.poll(async () => (await ask()).replace(/, after .*/, ""), patient).toBe(outcome);
    },
  );
});
