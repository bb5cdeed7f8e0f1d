import { tryAll } from "./support/stage.ts";
import { table } from "./table/table.ts";

tryAll("apache2", table);
