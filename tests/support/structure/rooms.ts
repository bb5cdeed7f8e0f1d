/** What each layer may import besides itself: a whole layer, a room of it, or one file. */
export const layers: Record<string, string[]> = {
  schema: [],
  data: ["schema"],
  web: ["schema"],
  // The editor's page writes times as visitors read them, and knows nothing else of their page.
  "web/editor": ["schema", "web/page/date-and-clock.ts", "web/locales/en.ts"],
  // The clients of the models know nothing of the notice, so that the command line may use them, too.
  "api/models": ["schema"],
  api: ["schema", "data", "web/render.tsx", "web/brand.ts"],
  // The benchmarks run the product and read its store; nothing of the product imports them.
  "scripts/bench": ["schema", "data", "web/render.tsx"],
  scripts: [
    "schema",
    "data",
    "web/render.tsx",
    "web/brand.ts",
    "api/models",
    "api/editor/start.ts",
    // The check and the editor load a brand as the service does.
    "api/runtime/brand.ts",
  ],
};

/**
 * The rooms of each folder whose order is held, the lowest first: what is in a room imports from those in the rows above
 * it, and from none beside it. A file may be a room; "*" is each one that no row names.
 */
export const rooms: Record<string, string[][]> = {
  schema: [
    ["text", "errors"],
    ["validation", "json", "languages", "time"],
    ["notice", "settings", "brand"],
    ["words", "token", "preview"],
    ["editor-api"],
  ],
  "schema/errors": [
    ["command-name.ts", "error-group.ts", "fault.ts", "file-fault.ts"],
    ["*"],
    ["error-table.ts"],
    ["notice-error.ts"],
  ],
  "schema/notice": [
    ["entity-tag"],
    ["texts.ts", "defaults.ts", "normalize.ts", "protocol.ts"],
    ["translations.ts"],
    ["notice.ts"],
    ["*"],
    ["check.ts", "overdue.ts"],
  ],
  data: [
    ["access-store.ts", "time", "files"],
    ["store.ts"],
    ["stored-row.ts", "nodes.ts", "predecessor.ts", "history.ts"],
    ["nodes-in-words.ts", "precondition.ts"],
    ["sqlite-file"],
    // A backup has one form, whichever the kind of store.
    ["backup"],
    ["sqlite", "postgres", "cache", "brand"],
    ["backend.ts", "create.ts"],
    ["publish.ts"],
    ["restore.ts"],
  ],
  "data/cache": [["*"], ["last-known-good-keeper.ts"], ["boot.ts"]],
  "data/sqlite-file": [["driver.ts", "fault.ts"], ["*"], ["open.ts"]],
  "data/backup": [["*"], ["read.ts"]],
  "data/sqlite": [["*"], ["access.ts", "inspect.ts", "store.ts"], ["backend.ts"]],
  "data/postgres": [
    ["connection"],
    ["format.ts", "inspect-hosts.ts"],
    ["queries.ts"],
    ["identity.ts"],
    ["*"],
    ["append.ts", "backup.ts", "inspect.ts", "restore.ts", "watch"],
    ["store.ts"],
    ["backend.ts"],
  ],
  web: [
    ["locales", "payments"],
    ["page", "brand"],
    ["live"],
    ["preview"],
    ["render.tsx", "client.tsx", "brand.ts"],
  ],
  "web/locales": [["locale.ts"], ["*"], ["locales.ts"]],
  "web/page": [
    ["*"],
    ["time"],
    ["date-and-clock.ts", "relative-time.ts"],
    ["notice-view.ts"],
    ["expected-return.tsx"],
    ["live-state.ts"],
    ["words.tsx"],
    ["notice-page.tsx"],
  ],
  "web/page/time": [["time-format.ts"], ["time-rows.ts"]],
  "web/live": [
    ["*"],
    ["page-data.ts", "return"],
    ["watch-notice.ts"],
    ["page-state.ts"],
    ["live-notice.ts"],
    ["use-live-notice.ts"],
  ],
  "web/editor": [
    ["client", "time"],
    ["texts.ts", "language.ts"],
    ["difference"],
    ["draft", "trouble"],
    ["kept", "controls"],
    // What is sent to be published, and the state and its verbs: no view is known there.
    ["writes"],
    ["workspace"],
    ["form", "preview", "session", "invite", "history", "conflict", "failure", "app"],
    ["languages", "publish", "unfinished"],
    ["lines"],
    ["screen"],
    ["main.tsx"],
  ],
  "web/editor/controls": [["*"]],
  api: [["http"], ["assets"], ["visitor", "editor"], ["observe"], ["app"], ["runtime"], ["server.ts"]],
  "api/models": [["*"], ["failure.ts"], ["azure-client.ts"], ["lazy-client.ts"], ["chat.ts", "speech.ts"]],
  "api/http": [["*"], ["reply.ts"], ["cors.ts"], ["own-headers.ts"], ["problem.ts"], ["connection"]],
  "api/visitor": [["*"], ["document.ts", "negotiate.ts"], ["formats.ts"], ["pages.ts"], ["visitor-reply.ts"]],
  "api/runtime": [["*"], ["probe.ts", "service.ts"], ["workers.ts"]],
  "api/editor": [
    ["access.ts", "body.ts", "parts.ts", "reply-headers.ts"],
    ["problem.ts", "notice"],
    ["guard", "ranges.ts"],
    ["sessions", "options.ts", "page-files.ts", "preview", "app-state"],
    ["openapi"],
    ["app.ts"],
    ["start.ts"],
  ],
  "api/editor/sessions": [
    ["links.ts"],
    ["sessions.ts", "invitations.ts", "read-invitation.ts"],
    ["cookie.ts", "tokens.ts"],
    ["parts.ts"],
    ["authenticate.ts", "accept-invitation.ts", "invitation-routes.ts"],
    ["routes.ts"],
  ],
  scripts: [
    ["terminal"],
    ["owner", "diagnostics", "words", "editor", "bypass"],
    ["commands"],
    ["program.ts", "precompiled.ts"],
    ["run.ts"],
    ["notice.ts", "precompile.ts"],
  ],
  "scripts/commands": [["*"]],
  "scripts/commands/store": [["*"]],
  "scripts/editor": [["*"], ["folder.ts"], ["links.ts", "tell.ts"], ["run-editor.ts"]],
  "scripts/bench": [
    ["figures"],
    ["harness"],
    ["against"],
    ["serving", "process", "browser", "fleet"],
    ["document.ts"],
    ["run.ts"],
  ],
  "scripts/bench/against": [["*"]],
  "scripts/bench/serving": [["*"]],
  "scripts/bench/process": [["*"]],
};

/** The only files of the product that touch the process. */
export const ends = ["api/server.ts", "scripts/notice.ts"];
