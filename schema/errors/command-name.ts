/** The command's name in messages of the service, the editor and its API, which cannot know how people run it. */
export const commandName = "notice";
