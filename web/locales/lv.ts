import type { CompleteLocale } from "./locale.ts";

export const lv: CompleteLocale = {
  tag: "lv",
  direction: "ltr",
  dateAndClock: {
    pattern: "{date}, plkst. {clock} {timeZoneName}",
    // A weekday that stands alone has a capital letter in the engines.
    words: {
      Svēt: "svēt",
      Pirm: "pirm",
      Otr: "otr",
      Treš: "treš",
      Ceturt: "ceturt",
      Piekt: "piekt",
      Sest: "sest",
    },
  },
  about: {
    word: "aptuveni ",
    place: "number",
    words: { "1½ stundām": "pusotras stundas", "2½": "divarpus" },
  },
  strings: {
    title: "Notiek apkope",
    message:
      "Pašlaik veicam plānotus apkopes darbus, lai uzlabotu savus pakalpojumus. Drīz atkal būsim pieejami.",
    expectedReturn: "Paredzamais atjaunošanas laiks",
    needHelp: "Vai nepieciešama palīdzība?",
    thanks: "Paldies par pacietību.",
    overdue: "Tas prasa vairāk laika, nekā paredzēts. Mēs pie tā strādājam.",
    backTitle: "Atkal esam pieejami",
    opening: "Notiek lapas atvēršana…",
    reload: "Pārlādējiet šo lapu, lai redzētu, vai atkal esam pieejami.",
    leaveOpen: "Varat atstāt šo lapu atvērtu. Tā automātiski pārlādēsies, kad atkal būsim pieejami.",
    unreachable: "Pašlaik ar mums nevar izveidot savienojumu. Šī lapa turpina mēģināt.",
    updated: "Atjaunināts {time}",
    updatedNow: "Tikko atjaunināts",
    changed: "Atjaunināts:",
    noReturnKnown: "Atjaunošanas laiks nav zināms.",
  },
  unsaved: "Jūsu nosūtītais nav saņemts. Atgriezieties pie ievadītā un nosūtiet to vēlāk.",
  unsure: "Ja kaut ko nosūtījāt, pirms sūtāt vēlreiz, pārbaudiet, vai tas ir saņemts.",
};
