import { noticePath } from "../../../schema/notice/protocol.ts";
import { scriptType } from "../../assets/build.ts";
import { documentType } from "../../visitor/document.ts";
import { contentTypes } from "../../visitor/formats.ts";
import type { Format } from "../../visitor/negotiate.ts";
import { assetsFolder } from "../assets.ts";
import { documentFile, pagesFolder, suffixes } from "../files/files.ts";
import { firstTag, type LanguageTable, languageTable } from "../languages.ts";
import { currentLink } from "../record.ts";
import {
  codingPattern,
  entityTag,
  formatPatterns,
  type HeaderLines,
  headersOfDocument,
  headersOfPage,
  headersOfPreflight,
  headersOfScript,
  programPatterns,
  retryAfterValues,
  scriptName,
} from "../replies.ts";
import type { ConfigurationOptions } from "./options.ts";

const origin = { allowed: "$backsoon_origin", credentials: "$backsoon_credentials" };
const asked = {
  origin: "$http_origin",
  method: "$http_access_control_request_method",
  headers: "$http_access_control_request_headers",
};

/** How nginx serves the export while the app cannot be reached. */
export function nginxConfiguration({ folder, retryAfter }: ConfigurationOptions): string {
  const pageHeaders = headersOfPage(
    { language: "$backsoon_language", coding: "$backsoon_coding", retryAfter: "$backsoon_retry_after" },
    origin,
  );
  return `# The notice as files behind nginx: as long as the app answers, it is the app's; when it does not, nginx itself sends what
# Backsoon has exported, and asks nobody.
#
#   app       127.0.0.1:3000
#   export    ${folder}
#   visitors  *:8000
#
# This file never depends on the notice. Keep it where root alone may write, and not in the folder of the export: what
# root's nginx reads must not be somebody's who can write there. It is a whole configuration, to be run as it is:
# nginx -c FILE. Where you have one, its \`user\`, certificates and other sites stay: take the lines of \`http\` into yours,
# and those of \`server\` into the app's, with \`listen 443 ssl\`. The staff's cookie is for HTTPS alone.
#
# \`proxy_intercept_errors\` must stay off (the default), or the app's own errors become the notice. Paths that begin with
# /backsoon- are nginx's own here.
#
# Brotli needs no module for the notice. For the page's scripts it does; without, they come in gzip.
#
# To show the notice on purpose, while the app runs, needs no reload and cuts nobody off:
#
#   everything           touch /etc/backsoon/on           and back: rm /etc/backsoon/on
#   what writes, alone   touch /etc/backsoon/read-only    and back: rm /etc/backsoon/read-only
#
# The folder is root's, and nginx must be able to look into it: install -d -m 755 /etc/backsoon

worker_processes auto;
# Makes the expressions below fast. It belongs into the main part of yours: within \`http\`, nginx does not start with it.
pcre_jit on;

events {}

http {
    access_log off;

    # The app's own websockets go through.
    map $http_upgrade $connection_upgrade {
        default upgrade;
        "" "";
    }

    # Read-only: what reads goes to the app, and what writes to the notice, if there is a file of this name; nobody looks for
    # it where the name is empty. Name here what needs POST only to read, and look at what else it can do: GraphQL's mutations
    # come that way, too. Websockets begin with GET: they go to the app.
    map $request_method $read_only {
        default /etc/backsoon/read-only;
        GET $read_only_own;
        HEAD $read_only_own;
        OPTIONS $read_only_own;
        POST $read_only_post;
    }
    map $request_uri $read_only_post {
        default /etc/backsoon/read-only;
        "~^/(?:login|search|graphql)(?:\\?|$)" "";
    }
    # Pages that are open on the notice keep asking for /api/notice and their scripts: the notice answers these, too.
    map $request_uri $read_only_own {
        default "";
        "~^/(?:api/notice(?:[/?]|$)|assets/backsoon-)" /etc/backsoon/read-only;
    }

    # The staff's secret is no business of the app's. Two cookies of its name are taken out, one after the other; of a request
    # with more, which no browser of staff's should have, all cookies are.
    map $http_cookie $cookies_but_one {
        default $http_cookie;
        "~*(?:(?:^|;) *backsoon_staff *=.*){3}" "";
        "~*^backsoon_staff *=[^;]*(?:; *(?<cookies_after>.*))?$" $cookies_after;
        "~*^(?<cookies_before>.*?); *backsoon_staff *=[^;]*(?<cookies_behind>.*)$" $cookies_before$cookies_behind;
    }
    map $cookies_but_one $cookies_but_two {
        default $cookies_but_one;
        "~*^backsoon_staff *=[^;]*(?:; *(?<others_after>.*))?$" $others_after;
        "~*^(?<others_before>.*?); *backsoon_staff *=[^;]*(?<others_behind>.*)$" $others_before$others_behind;
    }
    map $http_cookie $cookies_for_app {
        default $http_cookie;
        "" "";
        "~*backsoon_staff *=" $cookies_but_two;
    }
    # Its link leads to the same URL without it; what it begins with leads to no other host, as // and /\\ would.
    map $request_uri $uri_without_staff {
        "~*^[/\\x5c]+(?<uri_alone>[^?]*)\\?backsoon_staff=[^&]*$" /$uri_alone;
        "~*^[/\\x5c]+(?<uri_before>[^?]*\\?(?:.*?&)?)backsoon_staff=[^&]*&(?<uri_after>.*)$" /$uri_before$uri_after;
        "~*^[/\\x5c]+(?<uri_start>.*?)&backsoon_staff=[^&]*$" /$uri_start;
    }

    # The page's language, by the first that a visitor names. nginx compares without case.
    map $http_accept_language $backsoon_first {
        default "";
        "~*${firstTag.before}(?<backsoon_start>${firstTag.language})(?<backsoon_region>${firstTag.region})?${firstTag.after}" $backsoon_start;
    }
${languageMaps(languageTable())}
    # The format: by the first type that a visitor names; of programs that prefer nothing, by what they send, and how.
${formatMaps()}
    # The coding.
    map $http_accept_encoding $backsoon_coding {
        default "";
        "~*${codingPattern("br")}" br;
        "~*${codingPattern("gzip")}" gzip;
    }
    map $backsoon_coding $backsoon_suffix {
        default "";
        br .br;
        gzip .gz;
    }

    # Who may read a reply: scripts of every origin.
    map $http_origin $backsoon_origin {
        default $http_origin;
        "" "*";
    }
    map $http_origin $backsoon_credentials {
        default true;
        "" "";
    }

    # When to come back: not all at once.
${retryAfterMap(retryAfter)}

    # What an open page asks for is 200, and the answer to a browser that asks whether a script may send a request 204.
    map $request_method $backsoon_own {
        default "";
        GET $backsoon_own_file;
        HEAD $backsoon_own_file;
        OPTIONS $backsoon_preflight;
    }
    map $read_only_own $backsoon_own_file {
        default $backsoon_own_asked;
        "" "";
    }
    # To these conditions nginx has a 412 of its own.
    map "$http_if_match$http_if_unmodified_since" $backsoon_own_asked {
        default "";
        "" $backsoon_own_path;
    }
    map $request_uri $backsoon_own_path {
        default "";
        "~^${noticePath}(?:\\?|$)" /backsoon-export/${documentFile};
        "~^/${assetsFolder}/(?<backsoon_asset>${scriptName})(?:\\?|$)" /backsoon-export/${assetsFolder}/$backsoon_asset;
    }
    map "$http_origin $http_access_control_request_method" $backsoon_preflight {
        default "";
        "~^[^ ]+ [^ ]" /backsoon-export/preflight;
    }

    # Who has the document already names a file that is there.
    map $http_if_none_match $backsoon_known {
        default none;
        "*" ${documentFile};
        '~${entityTag}' $1;
    }

    upstream app {
        # One bad reply of one address must not send everybody to the notice: only after three failures without a
        # good reply in between is the app left alone for a second. All workers of nginx count together.
        zone app 64k;
        server 127.0.0.1:3000 max_fails=3 fail_timeout=1s;
        # nginx asks a server that has no other beside it, whether it failed or not. This one is there for that alone.
        server unix:/nobody down;
    }

    server {
        listen 8000;

        # A script that is not there becomes the notice, in its turn.
        recursive_error_pages on;

        # What follows is for what visitors ask, and not for where nginx finds the notice once it knows who answers.
        uninitialized_variable_warn off;
        if ($behind) { break; }

        # The switch. These stand outside of \`location\`, where \`if\` does what it says, and do nothing but choose a name.
        # The last that holds decides.
        set $behind app;
        # With open_file_cache, nginx would see a file, and the notice, a minute late.
        open_file_cache off;
        if (-f $read_only) { set $behind notice; }
        if (-f /etc/backsoon/on) { set $behind notice; }
        # One path or one host, and not the rest:
        # if ($uri !~ "^/(?:shop(?:/|$)|api/notice(?:/|$)|assets/backsoon-)") { set $behind app; }
        # if ($host != "shop.example") { set $behind app; }
        # An address that gets past the notice. It is the one that nginx sees: behind a CDN or another proxy that is theirs,
        # and everybody's, unless set_real_ip_from names them.
        # if ($remote_addr = "192.0.2.7") { set $behind app; }
        # The staff's link, and the cookie by which they get past the notice: \`npx notice bypass\` prints these two lines.
        # if ($arg_backsoon_staff = "STAFF_SECRET") { rewrite ^ /backsoon-staff last; }
        # if ($http_cookie ~ "(?:^|; *)backsoon_staff=STAFF_SECRET(?:;|$)") { set $behind app; }

        # What is larger gets 413 from nginx itself, whoever would have answered; by default that is 1m. Set what your app
        # takes.
        client_max_body_size 128m;

        proxy_http_version 1.1;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection $connection_upgrade;
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_set_header Cookie $cookies_for_app;
        # An app that takes no connection must not cost visitors a minute.
        proxy_connect_timeout 2s;

        location / {
            # Nothing else may stand in this \`if\`.
            if ($behind = notice) { return 502; }
            # Without a path of its own, so that the visitor's goes on word for word.
            proxy_pass http://app;
            # An app that hangs must not hold a visitor for a minute. It counts between any two reads, so longer than the app
            # is ever silent: also before the first byte of its slowest reply.
            proxy_read_timeout 15s;
            # Where the app cannot be reached. With a path, and not a named location, which would answer POST with 405.
            error_page 502 504 =503 $backsoon_page;
        }

        # What an open page asks for. The app has it first, as everything else: its answer brings visitors back.
        if ($backsoon_own) { rewrite ^ /backsoon-own last; }
        location = /backsoon-own {
            internal;
            if ($behind = notice) { return 502; }
            proxy_pass http://app$request_uri;
            proxy_read_timeout 15s;
            error_page 502 504 = $backsoon_own;
        }

        # What may be silent for longer: websockets, events, and the paths that the last line names.
        if ($http_upgrade) { rewrite ^ /backsoon-stream last; }
        if ($http_accept ~* "text/event-stream") { rewrite ^ /backsoon-stream last; }
        # if ($request_uri ~ "^/(?:reports|export)/") { rewrite ^ /backsoon-stream last; }
        location = /backsoon-stream {
            internal;
            if ($behind = notice) { return 502; }
            proxy_pass http://app$request_uri;
            proxy_read_timeout 1h;
            proxy_buffering off;
            error_page 502 504 =503 $backsoon_page;
        }

        location = /backsoon-staff {
            internal;
            absolute_redirect off;
            add_header Cache-Control no-store;
            add_header Referrer-Policy no-referrer;
            add_header Set-Cookie "backsoon_staff=$arg_backsoon_staff; Path=/; Max-Age=14400; HttpOnly; Secure; SameSite=Lax";
            return 303 $uri_without_staff;
        }

        # The notice, for every method.
        location /backsoon-export/ {
            internal;
            # No link leads out of the folder to what is not its owner's.
            disable_symlinks if_not_owner from=${folder};
            gzip off;
            etag off;
            max_ranges 0;
            types {}
${addHeaders([...pageHeaders, ["Last-Modified", ""]], 12)}
            # Where nothing has been exported.
            error_page 403 404 =503 /backsoon-export/none;

${pageLocations(folder)}
            location = /backsoon-export/none {
                # With a header of its own, none of those above is said of what is in no language and no coding.
                add_header Cache-Control "no-store" always;
                default_type text/plain;
                return 503 "503 Service Unavailable\\n";
            }
        }

        # Open pages look at its Last-Modified.
        location = /backsoon-export/${documentFile} {
            internal;
            disable_symlinks if_not_owner from=${folder};
            if (-f ${folder}/${currentLink}/$backsoon_known) { return 418; }
            error_page 418 =304 /backsoon-export/unchanged;
            alias ${folder}/${currentLink}/${documentFile};
            types {}
            default_type ${documentType};
            gzip_static on;
            gzip_proxied any;
            # brotli_static on;
            etag off;
            if_modified_since off;
            max_ranges 0;
${addHeaders(headersOfDocument(origin), 12)}
            error_page 403 404 =503 $backsoon_page;
        }
        location = /backsoon-export/unchanged {
            internal;
            disable_symlinks if_not_owner from=${folder};
            alias ${folder}/${currentLink}/${documentFile};
            types {}
            default_type "";
            etag off;
${addHeaders(headersOfDocument(origin), 12)}
        }

        location /backsoon-export/${assetsFolder}/ {
            internal;
            disable_symlinks if_not_owner from=${folder};
            alias ${folder}/${assetsFolder}/;
            types {}
            default_type "${scriptType}";
            gzip_static on;
            gzip_proxied any;
            # brotli_static on;
            etag off;
            max_ranges 0;
${addHeaders([...headersOfScript(), ["Last-Modified", ""]], 12)}
            error_page 403 404 =503 $backsoon_page;
        }

        location = /backsoon-export/preflight {
            internal;
${addHeaders(headersOfPreflight(asked), 12)}
            return 204;
        }
    }
}
`;
}

function languageMaps({ tags, languages, fallback }: LanguageTable): string {
  const regional = languages.filter(([language]) =>
    tags.some(([tag]) => `${tag}-`.startsWith(`${language}-`)),
  );
  const withRegion = new Set(regional.map(([language]) => language));
  const pages = languages.map(([language, page]): [string, string] => [
    language,
    withRegion.has(language) ? "$backsoon_regional" : page,
  ]);
  return `    map $backsoon_first $backsoon_language {
        default ${fallback};
${lines(pages, 8)}
    }
    map $backsoon_first$backsoon_region $backsoon_regional {
        default $backsoon_anywhere;
${lines(tags, 8)}
    }
    map $backsoon_first $backsoon_anywhere {
        default ${fallback};
${lines(regional, 8)}
    }
`;
}

/** Each as a line of a map. */
function lines(entries: [string, string][], indent: number): string {
  return entries.map(([key, value]) => `${" ".repeat(indent)}${key} ${value};`).join("\n");
}

function formatMaps(): string {
  const { browser, others } = formatPatterns();
  const { preferring, xml, json, script } = programPatterns;
  const entries: [string, string][] = [
    ["default", "$backsoon_by_body"],
    [`"~*${browser}"`, pagePath("html")],
    ...others.map(([format, pattern]): [string, string] => [`"~*${pattern}"`, pagePath(format)]),
    [`"~${preferring}"`, pagePath("html")],
  ];
  return `    map $http_accept $backsoon_page {
${lines(entries, 8)}
    }
    map "$content_type|$http_soapaction" $backsoon_by_body {
        default $backsoon_by_sender;
        "~*${xml}" ${pagePath("xml")};
        "~*${json}" ${pagePath("json")};
    }
    map "$http_sec_fetch_dest $http_x_requested_with" $backsoon_by_sender {
        default ${pagePath("html")};
        "~${script}" ${pagePath("json")};
    }`;
}

/** The path by which nginx finds a page of a format, whose type it has by its location. */
function pagePath(format: Format): string {
  const suffix = suffixes[format];
  return `/backsoon-export/${suffix}/$backsoon_language.${suffix}$backsoon_suffix`;
}

function pageLocations(folder: string): string {
  return Object.entries(suffixes)
    .map(
      ([format, suffix]) => `            location /backsoon-export/${suffix}/ {
                alias ${folder}/${currentLink}/${pagesFolder}/;
                default_type "${contentTypes[format as Format]}";
            }`,
    )
    .join("\n");
}

function retryAfterMap(seconds: number): string {
  const [first, second, third] = retryAfterValues(seconds);
  return `    split_clients $msec $backsoon_retry_after {
        33.3% ${first};
        33.3% ${second};
        * ${third};
    }`;
}

/** Also with an error, where nginx by itself sends none of them; an empty value sends none. */
function addHeaders(headers: HeaderLines, indent: number): string {
  return headers
    .map(([name, value]) => `${" ".repeat(indent)}add_header ${name} "${value}" always;`)
    .join("\n");
}
