import { siblings } from "../../schema/languages/tags.ts";
import type { CompleteLocale } from "./locale.ts";

export const ptBR: CompleteLocale = {
  tag: "pt-BR",
  sibling: siblings["pt-BR"],
  direction: "ltr",
  about: {
    word: "cerca de ",
    place: "number",
    words: { "1½ hora": "uma hora e meia", "2½ horas": "duas horas e meia" },
  },
  strings: {
    title: "Em manutenção",
    message:
      "Estamos realizando uma manutenção programada para melhorar nossos serviços. Voltaremos em breve.",
    expectedReturn: "Previsão de retorno",
    needHelp: "Precisa de ajuda?",
    thanks: "Agradecemos a sua paciência.",
    overdue: "Está demorando mais do que o esperado. Estamos trabalhando nisso.",
    backTitle: "Estamos de volta",
    opening: "Abrindo a página…",
    reload: "Recarregue esta página para ver se já estamos de volta.",
    leaveOpen:
      "Você pode deixar esta página aberta. Ela será recarregada automaticamente quando estivermos de volta.",
    unreachable: "No momento, não é possível estabelecer conexão. Esta página continua tentando.",
    updated: "Atualizado {time}",
    updatedNow: "Atualizado agora mesmo",
    changed: "Atualização:",
    noReturnKnown: "No momento, não há previsão de retorno.",
  },
  unsaved: "O que você enviou não foi recebido. Volte ao que digitou e envie mais tarde.",
  unsure: "Se você enviou algo, verifique se foi recebido antes de enviar novamente.",
};
