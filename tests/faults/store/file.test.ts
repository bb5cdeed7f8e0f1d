import { fileFaults } from "../../support/store/store-faults.ts";
import { testSurvival } from "./survival.ts";

testSurvival(fileFaults);
