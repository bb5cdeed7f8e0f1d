import { expect, it } from "vitest";
import { proxies } from "../../../api/proxies/recipe.ts";
import { tryAll } from "./table/table.ts";

tryAll("nginx");

it("notice proxy nginx --whole tells how to test it as the user of this machine's nginx", () => {
  const command = ["nginx", "-t", "-c", "/whole.conf", "-g", "user www-data;"];
  expect(proxies.nginx.test(undefined, "/whole.conf")).toEqual(command);
});
