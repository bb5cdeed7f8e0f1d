import { noticePath } from "../../../schema/notice/protocol.ts";
import { scriptType } from "../../assets/build.ts";
import { documentType } from "../../visitor/document.ts";
import { contentTypes } from "../../visitor/formats.ts";
import type { Format } from "../../visitor/negotiate.ts";
import { assetsFolder } from "../assets.ts";
import { documentFile, pagesFolder, suffixes } from "../files/files.ts";
import { firstTag, pagePatterns } from "../languages.ts";
import { currentLink } from "../record.ts";
import { type ConfigurationOptions, ownBeginning } from "./options.ts";
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
} from "./replies.ts";

// What is not sent with every reply has a line of its own; an empty value would be sent as that.
const origin = { allowed: "{backsoon_origin}", credentials: "" };
const asked = { origin: "{header.Origin}", method: "{header.Access-Control-Request-Method}", headers: "" };

/** How Caddy serves the export while the app cannot be reached. */
export function caddyConfiguration({ folder, retryAfter }: ConfigurationOptions): string {
  const current = `${folder}/${currentLink}`;
  const pageHeaders = headersOfPage(
    { language: "{vars.backsoon_page}", coding: "", retryAfter: "{backsoon_retry_after}" },
    origin,
  );
  return `${ownBeginning}Caddy: as long as the app answers, it is the app's; when it does not, Caddy itself sends what
# Backsoon has exported, and asks nobody.
#
#   app       127.0.0.1:3000
#   export    ${folder}
#   visitors  *:8000 (a host name in its place brings HTTPS by itself)
#
# An export writes this file anew, and it never depends on the notice. Copy it, and do not import it: what decides where
# your visitors go must not be somebody's who can write into that folder.
#
# To show the notice on purpose, while the app runs, needs no reload and cuts nobody off:
#
#   everything           touch /etc/backsoon/on           and back: rm /etc/backsoon/on
#   what writes, alone   touch /etc/backsoon/read-only    and back: rm /etc/backsoon/read-only
#
# The folder is root's, and Caddy must be able to look into it: install -d -m 755 /etc/backsoon
{
	admin off
	# A line for each visitor whom the app did not answer would fill a disk.
	log default {
		exclude http.log.error
	}
}

# A 502 or 503 of the app's own passes; taken in below, this gives the notice in its place.
(ill) {
	@ill status 502 503
	handle_response @ill {
		error 502
	}
}

(app) {
	# The staff's secret is no business of the app's. (In Caddy 2.6 an empty replacement would set the cookie to the pattern.)
	@only_staff header_regexp Cookie ^(?:backsoon_staff=[^;]*(?:;\\s*|$))+$
	request_header @only_staff -Cookie
	request_header Cookie "^(?:backsoon_staff=[^;]*;\\s*)+()|;\\s*backsoon_staff=[^;]*" "$1"
	reverse_proxy 127.0.0.1:3000 {
		# import ill
		# How long the app is left alone after a failure.
		fail_duration 1s
		transport http {
			dial_timeout 2s
			# An app that hangs must not hold a visitor without end: longer than the app ever takes to begin its slowest
			# reply. What has begun, such as events, may be silent for as long as it likes.
			response_header_timeout 15s
		}
	}
}

# The staff's link leads to the same URL without the secret, and to no other host, as // and /\\ would; its cookie gets past
# the notice: by every method, and to websockets. Both are compared exactly.
(staff) {
	@staff_link {
		query backsoon_staff={args.0}
		vars_regexp link {http.request.orig_uri} ^[/\\x5c]+(.*?)(?:[?]backsoon_staff=[^&]*|([?](?:.*&)?)backsoon_staff=[^&]*&(.*)|&backsoon_staff=[^&]*)$
	}
	handle @staff_link {
		header Cache-Control no-store
		header Referrer-Policy no-referrer
		header Set-Cookie "backsoon_staff={args.0}; Path=/; Max-Age=14400; HttpOnly; Secure; SameSite=Lax"
		redir * /{re.link.1}{re.link.2}{re.link.3} 303
	}
	@staff header_regexp Cookie (?:^|;\\s*)backsoon_staff={args.0}(?:;|$)
	handle @staff {
		import app
	}
}

# A file of the export as it is: no part of it, and never "not modified", which would come without a body.
(file) {
	request_header -If-Match
	request_header -If-Modified-Since
	request_header -If-None-Match
	request_header -If-Range
	request_header -If-Unmodified-Since
	request_header -Range
	header -Accept-Ranges
	header -Etag
	# With the others, Caddy would no longer say how long the file is.
	@coded vars {backsoon_coding} br gzip
	header @coded {
		Content-Encoding {backsoon_coding}
		defer
	}
	file_server {
		root {args.0}
		status {args.1}
		disable_canonical_uris
	}
}

:8000 {
	# The first that holds decides.
	route {
		# The staff's secret: \`npx notice bypass\` prints this line. Whoever reads this file has it: chmod 640.
		# import staff STAFF_SECRET
		# An address that gets past the notice. It is the one that Caddy sees: behind a CDN or another proxy that is theirs,
		# and everybody's.
		# @staff_address remote_ip 192.0.2.7
		# handle @staff_address {
		# 	import app
		# }

		# One path or one host, and not the rest: one of these two lines, and the three below them.
		# @rest not path /shop /shop/* /api/notice /assets/backsoon-*
		# @rest not host shop.example
		# handle @rest {
		# 	import app
		# }

		@on file {
			root /etc/backsoon
			try_files on
		}
		error @on 503

		# Read-only: what reads goes to the app, and what writes to the notice. Name here what needs POST only to read, and
		# look at what else it can do: GraphQL's mutations come that way, too. Websockets begin with GET: they go to the app.
		@writes {
			file {
				root /etc/backsoon
				try_files read-only
			}
			not method GET HEAD OPTIONS
			not {
				method POST
				path /login /search /graphql
			}
		}
		error @writes 503

		# Pages that are open on the notice ask for it as long as anything is with it.
		@own {
			file {
				root /etc/backsoon
				try_files read-only
			}
			path /api/notice /assets/backsoon-*
		}
		error @own 503

		import app
	}

	# Only where the app cannot be reached; what it answers, errors too, stays its own.
	handle_errors {
		# The page's language, by the first that a visitor names.
		map {header.Accept-Language} {backsoon_tag} {
			"~(?i)${firstTag.before}(${firstTag.language}(?:${firstTag.region})?)${firstTag.after}" "\${1}"
			default none
		}
		map {backsoon_tag} {backsoon_language} {
${languageLines()}
		}

		# The format, by the first type that a visitor names, and the coding.
		map {header.Accept} {backsoon_format} {backsoon_type} {
${formatLines()}
		}
		map {header.Accept-Encoding} {backsoon_coding} {backsoon_suffix} {
			"~(?i)${codingPattern("br")}" br .br
			"~(?i)${codingPattern("gzip")}" gzip .gz
			default "" ""
		}
		map {header.Origin} {backsoon_origin} {
			~.+ "\${0}"
			default *
		}

		# When to come back: not all at once.
		map {http.request.uuid} {backsoon_retry_after} {
${retryAfterLines(retryAfter)}
		}

		# What an open page asks for is 200, and the answer to a browser that asks whether a script may send a request 204.
		map {http.request.orig_uri} {backsoon_document} {backsoon_script} {
			~^${noticePath}(?:[?]|$) /${documentFile} /none
			~^/${assetsFolder}/(${scriptName})(?:[?]|$) /none "/\${1}"
			default /none /none
		}

		route {
			# Who may read a reply: scripts of every origin.
			@cross header Origin *

			@preflight {
				method OPTIONS
				header Origin *
				header Access-Control-Request-Method *
			}
			handle @preflight {
${headerLines(headersOfPreflight(asked), 4)}
				@names header Access-Control-Request-Headers *
				header @names Access-Control-Allow-Headers {header.Access-Control-Request-Headers}
				respond 204
			}

			@document {
				method GET HEAD
				file {
					root ${current}
					try_files {backsoon_document}
				}
			}
			handle @document {
${headerLines([["Content-Type", documentType], ...headersOfDocument(origin)], 4)}
				header @cross Access-Control-Allow-Credentials true
				rewrite * {backsoon_document}{backsoon_suffix}
				# Open pages look at its Last-Modified.
				import file ${current} 200
			}

			@script {
				method GET HEAD
				file {
					root ${folder}/${assetsFolder}
					try_files {backsoon_script}
				}
			}
			handle @script {
${headerLines([["Content-Type", scriptType], ...headersOfScript()], 4)}
				header -Last-Modified
				rewrite * {backsoon_script}{backsoon_suffix}
				import file ${folder}/${assetsFolder} 200
			}

			# The notice, for every method: with GET, Caddy sends a file.
			@exported file {
				root ${current}
				try_files /${documentFile}
			}
			handle @exported {
				@other not method GET HEAD
				method @other GET
				vars backsoon_page {backsoon_language}
${headerLines([["Content-Type", "{backsoon_type}"], ...pageHeaders], 4)}
				header @cross Access-Control-Allow-Credentials true
				header -Last-Modified
				rewrite * /{vars.backsoon_page}.{backsoon_format}{backsoon_suffix}
				import file ${current}/${pagesFolder} 503
			}

			# Where nothing has been exported.
			header Cache-Control no-store
			respond "503 Service Unavailable" 503
		}
	}
}
`;
}

function languageLines(): string {
  const { patterns, fallback } = pagePatterns();
  const found = patterns.map(([pattern, page]) => `			~(?i)${pattern} ${page}`);
  return [...found, `			default ${fallback}`].join("\n");
}

function formatLines(): string {
  const { browser, others } = formatPatterns();
  const entries: [string, Format][] = [
    [`"~(?i)${browser}"`, "html"],
    ...others.map(([format, pattern]): [string, Format] => [`"~(?i)${pattern}"`, format]),
    ["default", "html"],
  ];
  return entries
    .map(([start, format]) => `			${start} ${suffixes[format]} "${contentTypes[format]}"`)
    .join("\n");
}

/** By the first digit of sixteen. */
function retryAfterLines(seconds: number): string {
  const [first, second, third] = retryAfterValues(seconds);
  return `			~^[0-4] ${first}
			~^[5-9] ${second}
			default ${third}`;
}

function headerLines(headers: HeaderLines, tabs: number): string {
  return headers
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${"\t".repeat(tabs)}header ${name} "${value}"`)
    .join("\n");
}
