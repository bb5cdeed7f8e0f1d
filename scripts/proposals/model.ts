/** The models by their names in settings. */
export type Model = "CHAT" | "SPEECH";

/** The settings with the URL and the key of a model. */
export const basePathOf = (model: Model): string => `AZURE_OPENAI_${model}_BASE_PATH`;
export const keyOf = (model: Model): string => `AZURE_OPENAI_${model}_KEY`;
