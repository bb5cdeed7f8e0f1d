import type { CompleteLocale } from "./locale.ts";

export const es: CompleteLocale = {
  tag: "es",
  direction: "ltr",
  about: {
    word: "cerca de ",
    place: "number",
    words: { "1½ horas": "una hora y media", "2½ horas": "dos horas y media" },
  },
  strings: {
    title: "En mantenimiento",
    message:
      "Estamos realizando tareas de mantenimiento programadas para mejorar nuestros servicios. Volveremos a estar en línea en breve.",
    expectedReturn: "Regreso previsto",
    needHelp: "¿Necesita ayuda?",
    thanks: "Gracias por su paciencia.",
    overdue: "Está tardando más de lo previsto. Seguimos trabajando en ello.",
    backTitle: "Ya estamos de vuelta",
    opening: "Abriendo la página…",
    reload: "Vuelva a cargar esta página para ver si ya estamos de vuelta.",
    leaveOpen:
      "Puede dejar esta página abierta. Se volverá a cargar automáticamente cuando estemos de vuelta.",
    unreachable: "En este momento no es posible conectar con nosotros. Esta página lo sigue intentando.",
    updated: "Actualizado {time}",
    updatedNow: "Actualizado ahora mismo",
    changed: "Actualización:",
    noReturnKnown: "No se conoce la hora de regreso.",
  },
  unsaved: "No hemos recibido lo que ha enviado. Vuelva a lo que había escrito y envíelo más tarde.",
  unsure: "Si ha enviado algo, compruebe si ha llegado antes de volver a enviarlo.",
};
