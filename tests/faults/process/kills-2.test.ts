import { testKills } from "../../support/service/kills.ts";

testKills();
