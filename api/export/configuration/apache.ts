import { noticePath } from "../../../schema/notice/protocol.ts";
import { scriptType } from "../../assets/build.ts";
import { documentType } from "../../visitor/document.ts";
import { contentTypes } from "../../visitor/formats.ts";
import type { Format } from "../../visitor/negotiate.ts";
import { assetsFolder } from "../assets.ts";
import { documentFile, pagesFolder, suffixes } from "../files/files.ts";
import { firstTag, pagePatterns } from "../languages.ts";
import { currentLink } from "../record.ts";
import {
  codingPattern,
  formatPatterns,
  type HeaderLines,
  headersOfDocument,
  headersOfPage,
  headersOfPreflight,
  headersOfScript,
  retryAfterValues,
  scriptName,
} from "../replies.ts";
import { type ConfigurationOptions, ownBeginning } from "./options.ts";

// What is not sent with every reply has a line of its own; an empty value would be sent as that.
const origin = { allowed: "%{backsoon_origin}e", credentials: "" };
const asked = {
  origin: "expr=%{HTTP:Origin}",
  method: "expr=%{HTTP:Access-Control-Request-Method}",
  headers: "",
};

/** How Apache serves the export while the app cannot be reached. */
export function apacheConfiguration({ folder, retryAfter }: ConfigurationOptions): string {
  const current = `${folder}/${currentLink}`;
  const [usual, ...others] = retryAfterValues(retryAfter);
  const pageHeaders = headersOfPage(
    { language: "%{backsoon_page}e", coding: "", retryAfter: String(usual) },
    origin,
  );
  return `${ownBeginning}Apache 2.4: as long as the app answers, it is the app's; when it does not, Apache itself sends
# what Backsoon has exported, and asks nobody.
#
#   app       127.0.0.1:3000
#   export    ${folder}
#   visitors  *:8000
#
# An export writes this file anew, and it never depends on the notice. Copy it, and do not include it: what root's Apache
# reads must not be somebody's who can write into that folder.
#
# It needs these modules: a2enmod proxy_http rewrite headers
#
# \`ProxyErrorOverride\` must stay off (the default), or the app's own errors become the notice.
#
# To show the notice on purpose, while the app runs, needs no reload and cuts nobody off:
#
#   everything           touch /etc/backsoon/on           and back: rm /etc/backsoon/on
#   what writes, alone   touch /etc/backsoon/read-only    and back: rm /etc/backsoon/read-only
#
# The folder is root's, and Apache must be able to look into it: install -d -m 755 /etc/backsoon

Listen 8000

<VirtualHost *:8000>
    <Proxy "http://127.0.0.1:3000">
        # After a failure the app is left alone for a second. Without upgrade= its websockets would lose their Upgrade.
        ProxySet retry=1 connectiontimeout=2 upgrade=websocket
    </Proxy>
    ProxyPreserveHost On
    # Apache tells a client itself to send its body.
    Proxy100Continue Off
    # Lines for each visitor whom the app did not answer would fill a disk.
    LogLevel proxy:crit proxy_http:crit

    # By itself Apache refuses %2F with 404. The path goes on word for word in the last rule for the app.
    AllowEncodedSlashes NoDecode
    RewriteEngine On

    # The staff's secret, by whose cookie they get past the notice: \`npx notice bypass\` prints this line.
    # Define backsoon_staff "STAFF_SECRET"
    <IfDefine backsoon_staff>
        # Their link sets the cookie, and leads to the same URL without the secret, on this host whatever its path begins
        # with. (UnsafeAllow3F, for a path with %3F, came with 2.4.60, and with the security updates of older ones.)
        RewriteRule ^ - [E=visitors_scheme:%{REQUEST_SCHEME}]
        RewriteCond %{HTTP:X-Forwarded-Proto} "=https"
        RewriteRule ^ - [E=visitors_scheme:https]
        RewriteCond %{THE_REQUEST} "^\\S+ [/\\x5c]+([^ ?]*\\?(?:\\S*?&)?)backsoon_staff=\\Q\${backsoon_staff}\\E&(\\S*)" [OR]
        RewriteCond %{THE_REQUEST} "^\\S+ [/\\x5c]+(\\S*?)[?&]backsoon_staff=\\Q\${backsoon_staff}\\E(?: |$)"
        RewriteRule ^ "%{ENV:visitors_scheme}://%{HTTP_HOST}/%1%2" [R=303,NE,QSD,UnsafeAllow3F,E=backsoon_link:1,L]
        Header always set Cache-Control "no-store" env=backsoon_link
        Header always set Referrer-Policy "no-referrer" env=backsoon_link
        Header always add Set-Cookie "backsoon_staff=\${backsoon_staff}; Path=/; Max-Age=14400; HttpOnly; Secure; SameSite=Lax" env=backsoon_link
    </IfDefine>

    # The switch. The last rule whose conditions hold decides who answers.
    RewriteRule ^ - [E=behind:app]
    # Read-only: what reads goes to the app, and what writes to the notice. Name here what needs POST only to read, and
    # look at what else it can do: GraphQL's mutations come that way, too. Websockets begin with GET: they go to the app.
    # Pages that are open on the notice keep asking for /api/notice and their scripts: the notice answers these, too.
    RewriteCond "/etc/backsoon/read-only" -f
    RewriteCond %{REQUEST_METHOD} "!^(?:GET|HEAD|OPTIONS)$" [OR]
    RewriteCond %{THE_REQUEST} "^\\S+ /(?:api/notice(?:[/? ]|$)|assets/backsoon-)"
    RewriteCond %{THE_REQUEST} "!^POST /(?:login|search|graphql)(?:[? ]|$)"
    RewriteRule ^ - [E=behind:notice]
    RewriteCond "/etc/backsoon/on" -f
    RewriteRule ^ - [E=behind:notice]
    # One path or one host, and not the rest:
    # RewriteCond %{REQUEST_URI} "!^/(?:shop(?:/|$)|api/notice(?:/|$)|assets/backsoon-)"
    # RewriteRule ^ - [E=behind:app]
    # RewriteCond %{HTTP_HOST} "!^shop\\.example(?::|$)" [NC]
    # RewriteRule ^ - [E=behind:app]
    # An address that gets past the notice. It is the one that Apache sees: behind a CDN or another proxy that is theirs,
    # and everybody's, unless mod_remoteip knows them.
    # RewriteCond %{REMOTE_ADDR} "=192.0.2.7"
    # RewriteRule ^ - [E=behind:app]
    <IfDefine backsoon_staff>
        RewriteCond %{HTTP_COOKIE} "(?:^|; *)backsoon_staff=\\Q\${backsoon_staff}\\E(?:;|$)"
        RewriteRule ^ - [E=behind:app]
    </IfDefine>

    # What Apache could not get from the app it asks itself for, as a file: a request of its own, with the status so far.
    # An error of the app's passes. With 200, the reply to the visitor is none, either.
    ErrorDocument 502 /backsoon-export
    ErrorDocument 503 /backsoon-export
    ErrorDocument 504 /backsoon-export
    ErrorDocument 200 /backsoon-export
    RewriteCond %{ENV:REDIRECT_STATUS} "^(?:200|50[234])$"
    RewriteRule "^/backsoon-export$" - [E=behind:export]
    RewriteCond %{ENV:behind} "=notice"
    RewriteRule ^ - [R=503,L]
    # Everything else is the app's, with the path as the visitor sent it: the query goes on by itself.
    RewriteCond %{ENV:behind} "=app"
    RewriteCond %{THE_REQUEST} "^\\S+ (?:\\w+://[^/? ]*)?/?([^? ]*)"
    RewriteRule ^ "http://127.0.0.1:3000/%1" [P,NE]

    # An app that hangs or hangs up: the notice is 503.
    RewriteCond %{ENV:REDIRECT_STATUS} "^50[24]$"
    RewriteRule ^ - [R=503,L]

    # Who may read a reply: scripts of every origin.
    RewriteRule ^ - [E=backsoon_origin:*]
    RewriteCond %{HTTP:Origin} "^(.+)$" [NV]
    RewriteRule ^ - [E=backsoon_origin:%1,E=backsoon_cross:1]

    # The answer to a browser that asks whether a script may send a request is 204.
    RewriteCond %{THE_REQUEST} "^OPTIONS "
    RewriteCond %{HTTP:Origin} "." [NV]
    RewriteCond %{HTTP:Access-Control-Request-Method} "." [NV]
    RewriteRule ^ - [R=204,E=backsoon_preflight:1,L]

    # The coding.
    RewriteCond %{HTTP:Accept-Encoding} "${codingPattern("gzip")}" [NC,NV]
    RewriteRule ^ - [E=backsoon_coding:gzip,E=backsoon_suffix:.gz]
    RewriteCond %{HTTP:Accept-Encoding} "${codingPattern("br")}" [NC,NV]
    RewriteRule ^ - [E=backsoon_coding:br,E=backsoon_suffix:.br]
    # No filter compresses a file once more.
    RewriteRule ^ - [E=no-gzip:1,E=no-brotli:1]

    # What an open page asks for is 200, if it is there: once that is the status, the file itself.
    RewriteCond %{THE_REQUEST} "^(?:GET|HEAD) (?:\\w+://[^/? ]*)?${noticePath}[? ]"
    RewriteCond "${current}/${documentFile}" -f
    RewriteRule ^ - [E=backsoon_own:${currentLink}/${documentFile}]
    RewriteCond %{THE_REQUEST} "^(?:GET|HEAD) (?:\\w+://[^/? ]*)?/${assetsFolder}/(${scriptName})[? ]"
    RewriteCond "${folder}/${assetsFolder}/%1" -f
    RewriteRule ^ - [E=backsoon_own:${assetsFolder}/%1]
    RewriteCond %{ENV:REDIRECT_STATUS} "=200"
    RewriteRule ^ "${folder}/%{ENV:backsoon_own}%{ENV:backsoon_suffix}" [L]
    RewriteCond %{ENV:backsoon_own} "."
    RewriteRule ^ - [R=200,L]

    # The page's language, by the first that a visitor names; the last rule that holds decides.
    RewriteCond %{HTTP:Accept-Language} "${firstTag.before}(${firstTag.language}(?:${firstTag.region})?)${firstTag.after}" [NC,NV]
    RewriteRule ^ - [E=backsoon_tag:%1]
${languageRules()}

    # The format, by the first type that a visitor names.
${formatRules()}

    RewriteRule ^ "${current}/${pagesFolder}/%{ENV:backsoon_page}.%{ENV:backsoon_format}%{ENV:backsoon_suffix}" [L]

    # The notice, for every method.
    <Directory "${folder}">
        Require all granted
        # As \`current\` is a link; one to what is another user's leads nowhere.
        Options SymLinksIfOwnerMatch
        AllowOverride None
        FileETag None
        MaxRanges none
        <IfModule mod_mime.c>
            RemoveEncoding .br .gz
            # In most configurations that is Breton, too.
            RemoveLanguage .br
        </IfModule>
        Header unset Accept-Ranges
        Header set Content-Encoding "%{backsoon_coding}e" env=backsoon_coding
        Header set Access-Control-Allow-Credentials true env=backsoon_cross
    </Directory>
    <Directory "${current}/${pagesFolder}">
${typeLines()}
        Header unset Last-Modified
${headerLines(pageHeaders)}
        # When to come back: not all at once.
${retryAfterLines(others)}
    </Directory>
    # Open pages look at its Last-Modified.
    <Directory "${current}">
        <Files "${documentFile}*">
            ForceType "${documentType}"
${headerLines(headersOfDocument(origin), 12)}
        </Files>
    </Directory>
    <Directory "${folder}/${assetsFolder}">
        ForceType "${scriptType}"
        Header unset Last-Modified
        Header unset Access-Control-Allow-Credentials
${headerLines(headersOfScript())}
    </Directory>
    # Where nothing has been exported: an error of Apache's own, which has no date yet, as the app's has.
    Header always set Cache-Control no-store "expr=%{REQUEST_STATUS} == '503' && -z resp('Date')"
    # The answer to a browser that asks first.
${headerLines(headersOfPreflight(asked), 4, " env=backsoon_preflight")}
    Header always set Access-Control-Allow-Headers "expr=%{HTTP:Access-Control-Request-Headers}" "expr=reqenv('backsoon_preflight') == '1' && -n req_novary('Access-Control-Request-Headers')"

    # The staff's secret is no business of the app's.
    RequestHeader edit* Cookie "; *backsoon_staff=[^;]*" ""
    RequestHeader edit Cookie "^backsoon_staff=[^;]*(?:; *)?" ""
    RequestHeader unset Cookie "expr=req_novary('Cookie') == ''"
</VirtualHost>
`;
}

/** The patterns backwards, as of those that hold the first counts. */
function languageRules(): string {
  const { patterns, fallback } = pagePatterns();
  const rules = patterns
    .toReversed()
    .flatMap(([pattern, page]) => [
      `RewriteCond %{ENV:backsoon_tag} "${pattern}" [NC]`,
      `RewriteRule ^ - [E=backsoon_page:${page}]`,
    ]);
  return lines([`RewriteRule ^ - [E=backsoon_page:${fallback}]`, ...rules]);
}

function formatRules(): string {
  const { browser, others } = formatPatterns();
  const patterns: [string, Format][] = [
    ...others.map(([format, pattern]): [string, Format] => [pattern, format]).toReversed(),
    [browser, "html"],
  ];
  const rules = patterns.flatMap(([pattern, format]) => [
    `RewriteCond %{HTTP:Accept} "${pattern}" [NC,NV]`,
    `RewriteRule ^ - [E=backsoon_format:${suffixes[format]}]`,
  ]);
  return lines([`RewriteRule ^ - [E=backsoon_format:${suffixes.html}]`, ...rules]);
}

function typeLines(): string {
  return Object.entries(suffixes)
    .map(
      ([format, suffix]) => `        <Files "*.${suffix}*">
            ForceType "${contentTypes[format as Format]}"
        </Files>`,
    )
    .join("\n");
}

/** By the first digit of sixteen of a sum of the visitor's port. */
function retryAfterLines(seconds: number[]): string {
  return ["[5-9]", "[a-f]"]
    .map(
      (digits, at) =>
        `        Header always set Retry-After ${seconds[at]} "expr=md5(%{REMOTE_PORT}) =~ /^${digits}/"`,
    )
    .join("\n");
}

function headerLines(headers: HeaderLines, indent = 8, condition = ""): string {
  return headers
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${" ".repeat(indent)}Header always set ${name} "${value}"${condition}`)
    .join("\n");
}

function lines(all: string[]): string {
  return all.map((line) => `    ${line}`).join("\n");
}
