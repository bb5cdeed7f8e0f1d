/** The models by their names in settings. */
export type Model = "CHAT" | "SPEECH";

/** The settings with the URL and the key of each model. */
export const settingsOf = (models: Model[]): string[] =>
  models.flatMap((model) => ["BASE_PATH", "KEY"].map((name) => `AZURE_OPENAI_${model}_${name}`));
