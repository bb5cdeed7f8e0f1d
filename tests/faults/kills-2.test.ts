import { testKills } from "../support/kills.ts";

testKills();
