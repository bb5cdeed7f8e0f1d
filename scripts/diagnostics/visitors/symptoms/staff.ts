import { type KnownCause, recipes, type Symptom } from "./causes.ts";

const withSecret = "with the secret in the place of STAFF_SECRET, as the command `bypass` prints it";

const missingLines: KnownCause[] = [
  {
    of: "nginx",
    cause: "the two lines for staff are not in nginx, or hold another secret",
    mend: `this line and the one above it, ${withSecret}, and a reload`,
    recipe: recipes.nginxCookie,
  },
  {
    of: "HAProxy",
    cause: "the line for staff is not in HAProxy, or holds another secret",
    mend: `this line, ${withSecret}, and a reload`,
    recipe: { file: "haproxy.cfg", line: "set-var proc.staff str(STAFF_SECRET)" },
  },
  {
    of: "Caddy",
    cause: "the line for staff is not in Caddy, or holds another secret",
    mend: `this line, ${withSecret}, and a restart`,
    recipe: { file: "Caddyfile", line: "import staff STAFF_SECRET" },
  },
  {
    of: "Apache",
    cause: "the line for staff is not in Apache, or holds another secret",
    mend: `this line, ${withSecret}, and a reload`,
    recipe: { file: "apache.conf", line: 'Define backsoon_staff "STAFF_SECRET"' },
  },
];

/** What may be wrong with the way past the notice. */
export const staffSymptoms = {
  bypass: {
    subject: "bypass",
    symptom: "the secret leads to the notice, by the link and by the cookie",
    causes: [
      ...missingLines,
      {
        cause: "a CDN in front that removes the query and cookies",
        mend: "let it pass `backsoon_staff` on, in both",
      },
    ],
  },
  bypassLink: {
    subject: "bypass link",
    symptom: "the link for staff does not set the cookie as it should",
    causes: [
      {
        of: "nginx",
        cause: "of the two lines for staff, the one for the link is not in nginx, or holds another secret",
        mend: `this line, ${withSecret}, and a reload`,
        recipe: {
          file: "nginx.conf",
          line: 'if ($arg_backsoon_staff = "STAFF_SECRET") { rewrite ^ /backsoon-staff last; }',
        },
      },
      {
        cause: "the link is answered otherwise than the recipe answers it",
        mend: "a 303, the cookie and the headers as the recipe has them",
      },
      {
        cause: "a CDN in front that removes `Set-Cookie` or the query, or keeps the reply",
        mend: "let it pass requests with `backsoon_staff` on, and keep none of their replies",
      },
    ],
  },
  bypassCookie: {
    subject: "bypass cookie",
    symptom: "the cookie for staff does not lead to the app",
    causes: [
      {
        cause: "the app does not run, or answers with an error of its own",
        mend: "start it, or look into its log, and ask again",
      },
      {
        of: "nginx",
        cause: "of the two lines for staff, the one for the cookie is not in nginx, or holds another secret",
        mend: `this line, ${withSecret}, and a reload`,
        recipe: recipes.nginxCookie,
      },
      {
        cause: "a CDN in front that removes cookies",
        mend: "let it pass the cookie `backsoon_staff` on",
      },
    ],
  },
  bypassWrong: {
    subject: "bypass secret",
    symptom: "a wrong secret leads past the notice",
    causes: [
      {
        of: "nginx",
        cause:
          "`map` or `~*`, which compare without regard to case, or a pattern that finds the secret in a longer one",
        mend: "a pattern of the whole value, after `~`",
        recipe: recipes.nginxCookie,
      },
      {
        of: "HAProxy",
        cause:
          "`-i`, which compares without regard to case, or `-m sub`, which finds the secret in a longer one",
        mend: "compare the whole value, exactly",
        recipe: { file: "haproxy.cfg", line: "acl staff req.cook(backsoon_staff),secure_memcmp(proc.staff)" },
      },
      {
        of: "Caddy",
        cause: "`(?i)`, which ignores case, or a pattern that finds the secret in a longer one",
        mend: "a pattern of the whole value",
        recipe: {
          file: "Caddyfile",
          line: "@staff header_regexp Cookie (?:^|;\\s*)backsoon_staff={args.0}(?:;|$)",
        },
      },
      {
        of: "Apache",
        cause: "`[NC]`, which ignores case, or a pattern that finds the secret in a longer one",
        mend: "a pattern of the whole value",
        recipe: {
          file: "apache.conf",
          // biome-ignore lint/suspicious/noTemplateCurlyInString: Apache's own.
          line: 'RewriteCond %{HTTP_COOKIE} "(?:^|; *)backsoon_staff=\\Q${backsoon_staff}\\E(?:;|$)"',
        },
      },
      {
        cause: "a CDN in front, or the app itself, that lets in who has a cookie of that name",
        mend: "compare the whole value, exactly",
      },
    ],
  },
} satisfies Record<string, Symptom>;
