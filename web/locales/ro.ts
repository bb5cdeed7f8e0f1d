import type { Locale } from "./locale.ts";

export const ro: Locale = {
  tag: "ro",
  direction: "ltr",
  strings: {
    title: "În mentenanță",
    message:
      "Efectuăm lucrări de mentenanță planificate pentru a ne îmbunătăți serviciile. Revenim online în scurt timp.",
    expectedReturn: "Revenire estimată",
    needHelp: "Aveți nevoie de ajutor?",
    thanks: "Vă mulțumim pentru răbdare.",
    overdue: "Durează mai mult decât ne așteptam. Lucrăm la asta.",
    back: "Am revenit. Această pagină se va reîncărca imediat.",
    about: "aproximativ ",
  },
};
