import { expect, it } from "vitest";
import { proxies } from "../../../api/proxies/recipe.ts";
import { tryAll } from "./support/stage.ts";
import { table } from "./table/table.ts";

tryAll("nginx", table);

it("notice proxy nginx --whole tells how to test it as the user of this machine's nginx", () => {
  const command = ["nginx", "-t", "-c", "/whole.conf", "-g", "user www-data;"];
  expect(proxies.nginx.test(undefined, "/whole.conf")).toEqual(command);
});
