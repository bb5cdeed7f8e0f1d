import { testSurvival } from "../../support/service/survival.ts";
import { fileFaults } from "../../support/store/store-faults.ts";

testSurvival(fileFaults);
