import type { Locale } from "./locale.ts";

export const fr: Locale = {
  tag: "fr",
  direction: "ltr",
  strings: {
    title: "Maintenance en cours",
    message:
      "Nous effectuons actuellement une maintenance planifiée afin d’améliorer nos services. Nous serons de retour très bientôt.",
    expectedReturn: "Retour en ligne prévu",
    needHelp: "Besoin d’aide ?",
    thanks: "Merci de votre patience.",
    overdue: "Cela prend plus de temps que prévu. Nous y travaillons.",
    back: "Nous sommes de retour. Cette page va se recharger dans un instant.",
    about: "environ ",
  },
};
