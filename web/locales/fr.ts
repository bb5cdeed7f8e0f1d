import type { CompleteLocale } from "./locale.ts";

export const fr: CompleteLocale = {
  tag: "fr",
  direction: "ltr",
  about: {
    word: "environ ",
    place: "number",
    words: { "1½ heure": "1\u00a0h\u00a030", "2½ heures": "2\u00a0h\u00a030" },
  },
  strings: {
    title: "Maintenance en cours",
    message:
      "Nous effectuons actuellement une maintenance planifiée afin d’améliorer nos services. Nous serons de retour très bientôt.",
    expectedReturn: "Retour en ligne prévu",
    needHelp: "Besoin d’aide\u202f?",
    thanks: "Merci de votre patience.",
    overdue: "Cela prend plus de temps que prévu. Nous y travaillons.",
    backTitle: "Nous sommes de retour",
    opening: "Ouverture de la page…",
    reload: "Rechargez cette page pour voir si nous sommes de retour.",
    leaveOpen: "Vous pouvez laisser cette page ouverte. Elle se rechargera automatiquement dès notre retour.",
    unreachable: "Nous sommes injoignables pour le moment. Cette page continue d’essayer.",
    updated: "Mis à jour {time}",
    updatedNow: "Mis à jour à l’instant",
    changed: "Mise à jour :",
    noReturnKnown: "L’heure du retour en ligne n’est pas connue.",
  },
  unsaved: "Nous n’avons pas reçu votre envoi. Revenez à votre saisie et envoyez-la plus tard.",
  unsure:
    "Si vous avez envoyé quelque chose, vérifiez que cela nous est parvenu avant de l’envoyer à nouveau.",
};
