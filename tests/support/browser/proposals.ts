import type { Page } from "playwright-core";

/** A button, by what stands on it. */
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** A field of the words, by its label. */
export const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
/** The tab of a language. */
export const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });
/** What is said of each language that was asked for. */
export const lines = (page: Page) => page.locator(".proposal-lines li").allInnerTexts();
