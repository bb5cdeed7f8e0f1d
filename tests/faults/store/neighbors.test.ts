import { testSurvival } from "../../support/service/survival.ts";
import { neighborFaults } from "../../support/store/store-faults.ts";

testSurvival(neighborFaults);
