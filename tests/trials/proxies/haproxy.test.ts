import { tryAll } from "./support/stage.ts";
import { table } from "./table/table.ts";

tryAll("haproxy", table);
