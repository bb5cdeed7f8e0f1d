import { testChanges } from "../../support/trials/changes.ts";

testChanges(1000);
