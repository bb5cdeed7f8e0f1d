import { canMount } from "../../support/store/mount.ts";
import { diskFaults, folderFaults } from "../../support/store/store-faults.ts";
import { testSurvival } from "../../support/store/survival.ts";

testSurvival(folderFaults);
// Only root may make a full disk of its own.
if (canMount()) testSurvival(diskFaults);
