import type { Locale } from "./locale.ts";

export const ptBR: Locale = {
  tag: "pt-BR",
  direction: "ltr",
  strings: {
    title: "Em manutenção",
    message:
      "Estamos realizando uma manutenção programada para melhorar nossos serviços. Voltaremos em breve.",
    expectedReturn: "Retorno previsto",
    needHelp: "Precisa de ajuda?",
    thanks: "Obrigado pela sua paciência.",
    overdue: "Está demorando mais do que o esperado. Estamos trabalhando nisso.",
    back: "Estamos de volta. Esta página será recarregada em instantes.",
    about: "aproximadamente ",
  },
};
