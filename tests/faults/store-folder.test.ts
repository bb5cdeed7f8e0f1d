import { canMount } from "../support/mount.ts";
import { diskFaults, folderFaults } from "../support/store-faults.ts";
import { testSurvival } from "../support/survival.ts";

testSurvival(folderFaults);
// Only root may make a full disk of its own.
if (canMount()) testSurvival(diskFaults);
