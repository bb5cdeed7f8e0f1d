import { siblings } from "../../schema/languages/tags.ts";
import type { CompleteLocale } from "./locale.ts";

export const ptPT: CompleteLocale = {
  tag: "pt-PT",
  sibling: siblings["pt-PT"],
  direction: "ltr",
  about: {
    word: "cerca de ",
    place: "number",
    // In Portugal one and a half is plural, in other countries it is singular.
    words: {
      "1½ horas": "uma hora e meia",
      "1½ hora": "uma hora e meia",
      "2½ horas": "duas horas e meia",
    },
  },
  strings: {
    title: "Em manutenção",
    message:
      "Estamos a realizar uma manutenção programada para melhorar os nossos serviços. Voltaremos a estar online em breve.",
    expectedReturn: "Regresso previsto",
    needHelp: "Precisa de ajuda?",
    thanks: "Agradecemos a sua paciência.",
    overdue: "Está a demorar mais do que o previsto. Estamos a trabalhar nisso.",
    backTitle: "Estamos de volta",
    opening: "A abrir a página…",
    reload: "Recarregue esta página para ver se já estamos de volta.",
    leaveOpen: "Pode deixar esta página aberta. Será recarregada automaticamente quando estivermos de volta.",
    unreachable: "De momento, não é possível estabelecer ligação. Esta página continua a tentar.",
    updated: "Atualizado {time}",
    updatedNow: "Atualizado há instantes",
    changed: "Atualização:",
    noReturnKnown: "A hora de regresso não é conhecida.",
  },
  unsaved: "O que enviou não foi recebido. Volte ao que escreveu e envie-o mais tarde.",
  unsure: "Se enviou algo, verifique se foi recebido antes de o enviar novamente.",
};
