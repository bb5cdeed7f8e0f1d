import { testWriters } from "../../support/trials/writers.ts";

testWriters(1);
