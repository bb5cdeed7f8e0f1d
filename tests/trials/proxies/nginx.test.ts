import { expect, it } from "vitest";
import { proxies } from "../../../api/proxies/recipe.ts";
import { tryAll } from "./support/stage.ts";
import { table } from "./table/table.ts";

tryAll("nginx", table);

it("a test of a whole configuration names the user of this machine's nginx, who keeps its folders", () => {
  const command = ["nginx", "-t", "-c", "/whole.conf", "-g", "user www-data;"];
  expect(proxies.nginx.test(undefined, "/whole.conf")).toEqual(command);
});
