import { fileFaults } from "../support/store-faults.ts";
import { testSurvival } from "../support/survival.ts";

testSurvival(fileFaults);
