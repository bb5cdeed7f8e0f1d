import { fileFaults } from "../../support/store/store-faults.ts";
import { testSurvival } from "../../support/store/survival.ts";

testSurvival(fileFaults);
