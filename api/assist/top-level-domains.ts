/** Endings that make a domain of words with dots between them; the codes of countries are asked of `Intl`. */
const generic = new Set(
  (
    "com net org info biz edu gov mil int name pro museum aero coop jobs mobi travel asia cat tel post " +
    "app dev page web site online website store shop cloud tech digital software systems network host hosting " +
    "status support help care team work works zone space world live life today news blog media agency company " +
    "group global center services solutions email chat social community events academy school university " +
    "xyz top club vip icu cyou click link run zip mov new one art design studio games bank finance money pay " +
    "health hospital clinic energy city berlin london paris hamburg koeln wien nyc tokyo swiss bayern ruhr " +
    "guru rocks ninja photos photo technology download stream directory tips tools codes build exchange express expert " +
    "fund gallery green guide house institute international legal ltd gmbh inc llc management market marketing ngo " +
    "ong parts partners pictures press productions properties pub report science security shopping supply " +
    "surf tax tours training ventures video vision wiki wtf computer consulting contact domains engineering " +
    "builders business cafe careers coffee construction credit delivery direct discount earth enterprises estate farm " +
    "fashion film fit foundation gold graphics holdings immo industries kitchen lawyer lol microsoft google " +
    "amazon aws moda moe music navy ooo ovh pizza promo quest realty rent restaurant shoes singles soccer solar storage " +
    "style taxi tennis tires toys tube vet vin webcam wine amsterdam barcelona boston brussels istanbul madrid melbourne " +
    "miami moscow osaka rio stockholm sydney vegas africa scot wales cymru bzh eus gal frl nrw saarland tirol vlaanderen " +
    "eu su uk ac onion local internal corp lan localdomain test invalid"
  ).split(" "),
);

/** Endings in other scripts than Latin. */
const international = new Set(
  "рф рус онлайн сайт ком орг дети москва католик бг бел укр срб мкд қаз мон ею ευ ελ հայ გე 中国 中國 在线 中文网 网址 网站 网店 商城 商店 手机 移动 集团 企业 娱乐 游戏 购物 信息 机构 公益 政务 世界 健康 我爱你 コム ストア クラウド 닷컴 닷넷 삼성 संगठन कॉम नेट קום คอม شبكة موقع بازار كوم همراه 香港 台湾 台灣 新加坡 澳門 公司 网络 한국 भारत ভারত ಭಾರತ ഭാരതം భారత్ இந்தியா இலங்கை ไทย みんな السعودية امارات مصر ایران المغرب الجزائر تونس عمان قطر الاردن فلسطين پاکستان بھارت عراق سورية ישראל".split(
    " ",
  ),
);

const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Whether words with dots between them are a domain, such as `status.example.com` and not `p.m.` or `Node.js`. */
export function isDomain(host: string, hasPath: boolean): boolean {
  const labels = host.split(".");
  const top = labels.at(-1) ?? "";
  if (labels.length < 2 || labels.some((label) => !isLabel(label))) return false;
  if (labels.length === 4 && labels.every((label) => /^\d{1,3}$/.test(label) && Number(label) < 256))
    return true;
  if (generic.has(top.toLowerCase()) || hasInternational(top)) return true;
  if (/^xn--/i.test(top) || /^www$/i.test(labels[0] ?? "")) return true;
  if (hasPath) return /^\p{L}{2,}$/u.test(top);
  if (/^[a-z]\.(?:me|ai|co|io|gg|ly)$/i.test(host)) return true;
  // More dots than an abbreviation or a sentence has without a space.
  const isLong = labels.length > 2 && labels.every((label) => label.length > 1 && /\p{L}/u.test(label));
  if (isLong && /^\p{Ll}+$/u.test(top)) return true;
  // What is glued to a full stop begins with a capital, and an abbreviation has one letter before the last dot.
  const isCountry = /^[a-z]{2}$/.test(top) || (/^[A-Z]{2}$/.test(top) && host === host.toUpperCase());
  return isCountry && (labels.at(-2) ?? "").length >= 2 && regions.of(top.toUpperCase()) !== undefined;
}

/** Whether it is one of those in other scripts, in small letters or in capitals; a name has one capital. */
function hasInternational(top: string): boolean {
  return international.has(top) || (top === top.toUpperCase() && international.has(top.toLowerCase()));
}

function isLabel(label: string): boolean {
  return label.length > 0 && label.length < 64 && !label.startsWith("-") && !label.endsWith("-");
}
