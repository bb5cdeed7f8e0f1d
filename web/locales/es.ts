import type { Locale } from "./locale.ts";

export const es: Locale = {
  tag: "es",
  direction: "ltr",
  strings: {
    title: "En mantenimiento",
    message:
      "Estamos realizando tareas de mantenimiento programadas para mejorar nuestros servicios. Volveremos a estar en línea en breve.",
    expectedReturn: "Disponible de nuevo",
    needHelp: "¿Necesita ayuda?",
    thanks: "Gracias por su paciencia.",
    overdue: "Está tardando más de lo previsto. Seguimos trabajando en ello.",
    back: "Ya hemos vuelto. Esta página se recargará en un momento.",
    about: "aproximadamente ",
  },
};
