import { testKills } from "../../support/trials/kills.ts";

testKills(2, 10);
