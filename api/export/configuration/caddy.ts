import { noticePath } from "../../../schema/notice/protocol.ts";
import { scriptType } from "../../assets/build.ts";
import { documentType } from "../../visitor/document.ts";
import { contentTypes } from "../../visitor/formats.ts";
import type { Format } from "../../visitor/negotiate.ts";
import { assetsFolder } from "../assets.ts";
import { documentFile, pagesFolder, suffixes } from "../files/files.ts";
import { firstTag, pagePatterns, plainPattern } from "../languages.ts";
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

// What is not sent with every reply has a line of its own; an empty value would be sent as that.
const origin = { allowed: "*", credentials: "" };
const asked = { origin: "{header.Origin}", method: "{header.Access-Control-Request-Method}", headers: "" };

/** How Caddy serves the export while the app cannot be reached. */
export function caddyConfiguration({ folder, retryAfter }: ConfigurationOptions): string {
  const current = `${folder}/${currentLink}`;
  const pageHeaders = headersOfPage(
    { language: "{backsoon_language}", coding: "", retryAfter: "{backsoon_retry_after}" },
    origin,
  );
  return `# The notice as files behind Caddy: as long as the app answers, it is the app's; when it does not, Caddy itself sends what
# Backsoon has exported, and asks nobody.
#
#   app       127.0.0.1:3000
#   export    ${folder}
#   visitors  *:8000 (a host name in its place brings HTTPS by itself)
#
# This file never depends on the notice. Keep it where root alone may write, and not in the folder of the export: what
# decides where your visitors go must not be somebody's who can write there. Caddy follows every link in that folder, also
# to what Caddy's user alone may read: whoever exports must be trusted with that.
#
# To show the notice on purpose, while the app runs, needs no reload and cuts nobody off:
#
#   everything           touch /etc/backsoon/on           and back: rm /etc/backsoon/on
#   what writes, alone   touch /etc/backsoon/read-only    and back: rm /etc/backsoon/read-only
#
# The folder is root's, and Caddy must be able to look into it: install -d -m 755 /etc/backsoon
{
	admin off
	# A line for each visitor whom the app did not answer would fill a disk. (The other has nothing to say, and would
	# write the request down for that each time.)
	log default {
		exclude http.log.error http.handlers.rewrite
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
	@with_secret header Cookie *backsoon_staff=*
	route @with_secret {
		@only_staff header_regexp Cookie ^(?:backsoon_staff=[^;]*(?:;\\s*|$))+$
		request_header @only_staff -Cookie
		request_header Cookie "^(?:backsoon_staff=[^;]*;\\s*)+()|;\\s*backsoon_staff=[^;]*" "$1"
	}
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

(read_only) {
	@read_only file {
		root /etc/backsoon
		try_files read-only
	}
	error @read_only 503
}

# A file of the export as it is: no part of it, and never "not modified", which would come without a body.
(file) {
	@conditional not {
		header !If-Match
		header !If-Modified-Since
		header !If-None-Match
		header !If-Range
		header !If-Unmodified-Since
		header !Range
	}
	route @conditional {
		request_header -If-*
		request_header -Range
	}
	rewrite * {args.1}
	file_server {
		root {args.0}
		status {args.2}
		disable_canonical_uris
	}
}

# Who may read a reply: scripts of every origin.
(readable) {
	header @cross {
		Access-Control-Allow-Origin {header.Origin}
		Access-Control-Allow-Credentials true
		defer
	}
}

# The headers of a file, set when it is sent: with a coding before, Caddy would no longer say how long the file is.
(document) {
	header {
${headerLines([["Content-Type", documentType], ...headersOfDocument(origin)], 2)}
		{args.0} {args.1}
		-Accept-Ranges
		-Etag
		defer
	}
	import readable
	# Open pages look at its Last-Modified.
	import file ${current} {backsoon_document}{args.2} {args.3}
}

(script) {
	header {
${headerLines([["Content-Type", scriptType], ...headersOfScript()], 2)}
		{args.0} {args.1}
		-Accept-Ranges
		-Etag
		-Last-Modified
		defer
	}
	import file ${folder}/${assetsFolder} {backsoon_script}{args.2} 200
}

# With GET, Caddy sends a file.
(page) {
	@other not method GET HEAD
	method @other GET
	header {
${headerLines([["Content-Type", "{backsoon_type}"], ...pageHeaders], 2)}
		{args.0} {args.1}
		-Accept-Ranges
		-Etag
		-Last-Modified
		defer
	}
	import readable
	import file ${current}/${pagesFolder} /{backsoon_language}.{backsoon_format}{args.2} 503
}

# One of these in the coding that a visitor takes.
(in_coding) {
	handle @br {
		import {args.0} Content-Encoding br .br 200
	}
	handle @gzip {
		import {args.0} Content-Encoding gzip .gz 200
	}
	handle {
		import {args.0} -Content-Encoding "" "" 200
	}
}

# The notice, for every method.
(notice) {
	# Where nothing has been exported.
	handle @nothing {
		header Cache-Control no-store
		respond "503 Service Unavailable" 503
	}
	import in_coding page
}

:8000 {
	# What gets past the notice is looked for first, in this order, and then the switches. No \`route\` is around all of
	# it: Caddy would put that together anew for each request.

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
	route @on {
		error 503
	}

	# Read-only: what reads goes to the app, and what writes to the notice. Name here what needs POST only to read, and
	# look at what else it can do: GraphQL's mutations come that way, too. Websockets begin with GET: they go to the app.
	@writes {
		not method GET HEAD OPTIONS
		not {
			method POST
			# As the app gets it: \`path\` would find /login in /orders//../login.
			vars_regexp {http.request.orig_uri} ^/(?:login|search|graphql)(?:[?]|$)
		}
	}
	route @writes {
		import read_only
	}

	# Pages that are open on the notice keep asking for /api/notice and their scripts: the notice answers these, too.
	@own path /api/notice /assets/backsoon-*
	route @own {
		import read_only
	}

	route {
		import app
	}

	# Only where the app cannot be reached; what it answers, errors too, stays its own.
	handle_errors {
		# The page's language, by the first that a visitor names: of most in one go, of the rest by the tag.
		map {header.Accept-Language} {backsoon_language} {
			"~${plainPattern()}" "\${1}"
			default {backsoon_page}
		}
		map {header.Accept-Language} {backsoon_tag} {
			"~(?i)${firstTag.before}(${firstTag.language}(?:${firstTag.region})?)${firstTag.after}" "\${1}"
			default none
		}
		map {backsoon_tag} {backsoon_page} {
${languageLines()}
		}

		# The format: by the first type that a visitor names; of programs that prefer nothing, by what they send, and how.
		map {header.Accept} {backsoon_format} {
${formatLines()}
		}
		map "{header.Content-Type}|{header.SOAPAction}" {backsoon_by_body} {
			"~(?i)${programPatterns.xml}" ${suffixes.xml}
			"~(?i)${programPatterns.json}" ${suffixes.json}
			default {backsoon_by_sender}
		}
		map "{header.Sec-Fetch-Dest} {header.X-Requested-With}" {backsoon_by_sender} {
			"~${programPatterns.script}" ${suffixes.json}
			default ${suffixes.html}
		}
		map {backsoon_format} {backsoon_type} {
${typeLines()}
		}

		# When to come back: not all at once.
		map {time.now.unix_ms} {backsoon_retry_after} {
${retryAfterLines(retryAfter)}
		}

		@br header_regexp Accept-Encoding "(?i)${codingPattern("br")}"
		@gzip header_regexp Accept-Encoding "(?i)${codingPattern("gzip")}"

		@cross header_regexp Origin .
		@nothing not file {
			root ${current}
			try_files /${documentFile}
		}

		# The answer to a browser that asks whether a script may send a request is 204.
		@preflight {
			method OPTIONS
			header Origin *
			header Access-Control-Request-Method *
		}
		handle @preflight {
			header {
${headerLines(headersOfPreflight(asked), 4)}
			}
			@names header Access-Control-Request-Headers *
			header @names Access-Control-Allow-Headers {header.Access-Control-Request-Headers}
			respond 204
		}

		# What an open page asks for is 200.
		handle @own {
			map {http.request.orig_uri} {backsoon_document} {backsoon_script} {
				~^${noticePath}(?:[?]|$) /${documentFile} /none
				~^/${assetsFolder}/(${scriptName})(?:[?]|$) /none "/\${1}"
				default /none /none
			}
			@document {
				method GET HEAD
				file {
					root ${current}
					try_files {backsoon_document}
				}
			}
			# Who has it already names a file that is there.
			map {header.If-None-Match} {backsoon_known} {
				* /${documentFile}
				\`~${entityTag}\` "/\${1}"
				default /none
			}
			@known {
				header If-None-Match *
				file {
					root ${current}
					try_files {backsoon_known}
				}
			}
			handle @document {
				handle @known {
					import document -Content-Type "" "" 304
				}
				import in_coding document
			}
			@script {
				method GET HEAD
				file {
					root ${folder}/${assetsFolder}
					try_files {backsoon_script}
				}
			}
			handle @script {
				import in_coding script
			}
			import notice
		}
		import notice
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
  const entries: [start: string, found: string][] = [
    // What most browsers begin with is none of the others, and found at once.
    ["~^text/html", suffixes.html],
    [`"~(?i)${browser}"`, suffixes.html],
    ...others.map(([format, pattern]): [string, string] => [`"~(?i)${pattern}"`, suffixes[format]]),
    [`"~${programPatterns.preferring}"`, suffixes.html],
    ["default", "{backsoon_by_body}"],
  ];
  return entries.map(([start, found]) => `			${start} ${found}`).join("\n");
}

function typeLines(): string {
  const types = Object.entries(suffixes) as [Format, string][];
  return types.map(([format, suffix]) => `			${suffix} "${contentTypes[format]}"`).join("\n");
}

/** By the last digit of the time in ms. */
function retryAfterLines(seconds: number): string {
  const [first, second, third] = retryAfterValues(seconds);
  return `			~[0-4]$ ${first}
			~[5-7]$ ${second}
			default ${third}`;
}

function headerLines(headers: HeaderLines, tabs: number): string {
  return headers
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${"\t".repeat(tabs)}${name} "${value}"`)
    .join("\n");
}
