import type { Locale } from "./locale.ts";

export const pt: Locale = {
  tag: "pt",
  direction: "ltr",
  strings: {
    title: "Em manutenção",
    message:
      "Estamos a realizar uma manutenção programada para melhorar os nossos serviços. Voltaremos a estar online em breve.",
    expectedReturn: "Regresso previsto",
    needHelp: "Precisa de ajuda?",
    thanks: "Agradecemos a sua paciência.",
    overdue: "Está a demorar mais do que o previsto. Estamos a trabalhar nisso.",
    back: "Estamos de volta. Esta página será recarregada dentro de momentos.",
    about: "aproximadamente ",
  },
};
