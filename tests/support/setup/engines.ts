import type { TestProject } from "vitest/node";
import { requirePackages, requirePrograms } from "./programs.ts";

const programs = {
  "firefox-esr": "firefox-esr",
  WebKitWebDriver: "webkit2gtk-driver",
  Xvfb: "xvfb",
  java: "default-jre-headless",
};

declare module "vitest" {
  export interface ProvidedContext {
    engines: Record<keyof typeof programs, string>;
    /** The Nu HTML Checker, which has 40 MB. */
    nuJar: string;
  }
}

/** Finds the other engines and the HTML checker, or installs them. @throws Error that says what is missing */
export function setup(project: TestProject): void {
  const who = "The tests of the engines";
  project.provide("engines", requirePrograms(who, programs));
  project.provide("nuJar", requirePackages(who, "nu", ["vnu-jar@26.9.27"], "vnu-jar/build/dist/vnu.jar"));
}
