import type { TestProject } from "vitest/node";
import { requirePrograms } from "./programs.ts";

const packages = {
  "firefox-esr": "firefox-esr",
  WebKitWebDriver: "webkit2gtk-driver",
  Xvfb: "xvfb",
  java: "default-jre-headless",
};

declare module "vitest" {
  export interface ProvidedContext {
    engines: Record<keyof typeof packages, string>;
  }
}

/** Finds the other engines before any test runs, installs them where there are none, else fails. */
export function setup(project: TestProject): void {
  project.provide("engines", requirePrograms("The tests of the engines", packages));
}
