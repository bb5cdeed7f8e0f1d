import { tryAll } from "./table/table.ts";

tryAll("haproxy");
