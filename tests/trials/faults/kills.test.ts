import { testKills } from "../../support/trials/kills.ts";

testKills(4, 50);
