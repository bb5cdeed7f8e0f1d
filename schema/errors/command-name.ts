/** What the command is called where nobody has said how it is run: by the service, in the editor and in its API. */
export const commandName = "notice";
