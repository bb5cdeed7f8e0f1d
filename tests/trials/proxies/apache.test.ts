import { tryAll } from "./table/table.ts";

tryAll("apache2");
