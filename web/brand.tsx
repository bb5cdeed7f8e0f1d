import { clampChroma, converter, formatHex, wcagContrast } from "culori";
import { renderToStaticMarkup } from "react-dom/server";
import type { Brand, BrandDocument, BrandTexts, LinkKind } from "../schema/brand/brand.ts";
import type { BrandImage, ImageSize } from "../schema/brand/image.ts";
import { type Scheme, schemes } from "../schema/brand/schemes.ts";

/** What a brand adds to each page, as HTML and CSS that are ready to send. */
export interface PageBrand {
  /** The name in the problem detail, the plain text and the bare page. */
  name: string;
  titleSuffix: string;
  /** The text of a `<style>` of its own. */
  styles: string;
  /** The `<link>` in place of ours. */
  icon?: string;
  /** The logo and the name, above the notice. */
  header: string;
  /** The text and the links at the bottom, by the tag of the page's language; empty if there are none. */
  footers: ReadonlyMap<string, string>;
  /** Sentences in place of the page's own. */
  texts?: BrandTexts | undefined;
}

const room = { width: 200, height: 40 };

/** The size of a logo on the page: the largest that fits. */
function shownSize({ width, height }: ImageSize): ImageSize {
  const scale = Math.min(room.width / width, room.height / height);
  return { width: Math.max(Math.round(width * scale), 1), height: Math.max(Math.round(height * scale), 1) };
}

/** Makes what a brand adds to each page, once for all pages. */
export function makePageBrand({ document, images }: Brand): PageBrand {
  const { name, accent, texts } = document;
  const { favicon } = images;
  return {
    name,
    titleSuffix: ` – ${name}`,
    styles: brandStyles(accent),
    ...(favicon && { icon: renderToStaticMarkup(<link rel="icon" href={favicon.url} />) }),
    header: renderToStaticMarkup(<Header document={document} images={images} />),
    footers: new Map(
      Object.entries(linkWords).map(([tag, words]) => [
        tag,
        renderToStaticMarkup(<Footer document={document} words={words} />),
      ]),
    ),
    texts,
  };
}

/** The logo, and beside it the name in its own language and direction; a screen reader says the name once. */
function Header({ document: { name, showName = true, home }, images }: Brand) {
  const { logo, "logo-dark": dark } = images;
  const shown = (
    <>
      {logo && <Logo name={name} logo={logo} dark={dark} />}
      {showName && (
        <span lang="" dir="auto" aria-hidden={logo && true}>
          {name}
        </span>
      )}
    </>
  );
  return (
    <header className="brand">{home === undefined ? <p>{shown}</p> : <a href={home}>{shown}</a>}</header>
  );
}

function Logo({ name, logo, dark }: { name: string; logo: BrandImage; dark: BrandImage | undefined }) {
  return (
    <picture>
      {/* Paper is light, even if the screen is dark. */}
      {dark && (
        <source media="screen and (prefers-color-scheme: dark)" srcSet={dark.url} {...shownSize(dark)} />
      )}
      <img src={logo.url} alt={name} lang="" {...shownSize(logo)} />
    </picture>
  );
}

interface FooterProps {
  document: BrandDocument;
  words: (typeof linkWords)[string];
}

function Footer({ document: { name, footer, links = [] }, words }: FooterProps) {
  if (footer === undefined && links.length === 0) return null;
  return (
    <section className="brand-foot" aria-label={name}>
      {footer !== undefined && (
        <p lang="" dir="auto">
          {footer}
        </p>
      )}
      {links.length > 0 && (
        <ul>
          {links.map(({ kind, url, label }) => (
            <li key={`${kind} ${url} ${label}`}>
              {label === undefined ? (
                <a href={url}>{words[kind]}</a>
              ) : (
                <a href={url} lang="" dir="auto">
                  {label}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/**
 * The layout of a brand's parts. The page's own styles set the type and `--margin`. Above the brand is a row of up to
 * 24 px, as far as the page leaves space free. The bottom is hidden until the
 * whole page has arrived, up to the template at its end: arriving content would move it.
 */
const layout = `
body { display: flex; flex-direction: column; min-height: 100vh; min-height: 100svh }
body::before { content: ""; flex: 999 0 .5rem; max-height: 1.5rem }
body:not(:has(> template)) .brand-foot { visibility: hidden }
#page { flex: 1 0 auto; min-height: 0 }
.brand, .brand > *, .brand-foot, .brand-foot ul { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem }
.brand { padding: 0 var(--margin); font-weight: 600 }
.brand > * { align-items: center; column-gap: .75rem }
.brand img { display: block; max-width: 100%; height: auto }
.brand a, .brand-foot a { min-width: 1.5rem; min-height: 1.5rem }
.brand a:not(:hover) { text-decoration: none }
footer { padding-bottom: .25rem }
.brand-foot { justify-content: space-between; padding: 0 var(--margin) max(1.25rem, env(safe-area-inset-bottom)); background: var(--paper-low); color: var(--quiet); font-size: 1rem }
.brand-foot ul { padding: 0; list-style: none }
.brand-foot a { font-weight: 400 }
main { padding-top: 2rem }
.sunrise { --width: clamp(8.75rem, min(18vw, 23vh), 15rem) }
@media (pointer: coarse) { .brand-foot a { display: inline-flex; align-items: center; min-width: 2.75rem; min-height: 2.75rem } }
@media (min-width: 40rem) { main { padding-top: clamp(2rem, 5vh, 6rem) } }
@media (max-height: 49.99rem) { main { padding-top: clamp(.5rem, 20vh - 7rem, 2rem) } .brand-foot { padding-bottom: max(.75rem, env(safe-area-inset-bottom)) } }
`;

/** The styles of a brand: its layout, and its accent in place of our colours. */
export function brandStyles(accent: string | undefined): string {
  return `${layout}${accent === undefined ? "" : colorsOf(accent)}`
    .trim()
    .replaceAll(/\s*\n\s*/g, "")
    .replaceAll(/\s*([{};,]|:(?=\s))\s*/g, "$1");
}

/**
 * The colours of an accent, without `light-dark()`, which some browsers do not know. Paper is light, even if the screen
 * is dark.
 */
function colorsOf(accent: string): string {
  const [light, dark] = schemes.map((scheme) => {
    const [link, sun] = [moveAccent(accent, "text", scheme), moveAccent(accent, "sun", scheme)];
    return `:root { --link: ${link.color}; --sun: ${sun.color} }`;
  });
  return `${light}@media screen and (prefers-color-scheme: dark) { ${dark} }`;
}

/** The backgrounds of the page's text in each scheme, lightest and darkest; a test compares them with the styles. */
export const papers = {
  light: ["#fbf6ee", "#f6e8d5"],
  dark: ["#1a1512", "#2a1d15"],
} as const satisfies Record<Scheme, [lightest: string, darkest: string]>;

/** The uses of the accent: text, such as links, and the sun and its lines, which are decoration. */
export type AccentUse = "text" | "sun";

/**
 * The least contrast of each use: for text that of WCAG's level AAA, and for the sun about that of our own sun on light
 * paper. On dark paper, such a sun would hardly be seen. All are a little higher, because programs compute luminance
 * with different constants.
 * @see https://www.w3.org/TR/WCAG22/#contrast-enhanced
 */
const leastContrast: Record<AccentUse, Record<Scheme, number>> = {
  text: { light: 7.01, dark: 7.01 },
  sun: { light: 2.01, dark: 3.01 },
};
const precision = 0.001;

const oklch = converter("oklch");

/** The accent for one use in one scheme, as a hexadecimal colour, and its contrast before and after its lightness was moved. */
interface MovedAccent {
  color: string;
  before: number;
  after: number;
}

/**
 * The nearest accent that has the contrast of its use: hue and chroma stay, and the lightness moves, down on light paper
 * and up on dark. A colour that no screen can show at that lightness loses chroma.
 * @see https://www.w3.org/TR/css-color-4/#ok-lab
 */
export function moveAccent(accent: string, use: AccentUse, scheme: Scheme): MovedAccent {
  const least = leastContrast[use][scheme];
  const before = contrast(accent, scheme);
  const { l: lightness, c: chroma, h: hue = 0 } = oklch(accent) ?? { l: 0, c: 0 };
  const at = (moved: number): string =>
    formatHex(clampChroma({ mode: "oklch", l: moved, c: chroma, h: hue }, "oklch"));
  let color = accent.toLowerCase();
  let [tooNear, enough] = [lightness, scheme === "light" ? 0 : 1];
  if (before < least) color = at(enough);
  while (before < least && Math.abs(enough - tooNear) > precision) {
    const middle = (enough + tooNear) / 2;
    const nearer = at(middle);
    if (contrast(nearer, scheme) < least) tooNear = middle;
    else [enough, color] = [middle, nearer];
  }
  return { color, before, after: contrast(color, scheme) };
}

function contrast(color: string, scheme: Scheme): number {
  return Math.min(...papers[scheme].map((paper) => wcagContrast(color, paper)));
}

const row = (status: string, imprint: string, privacy: string, social: string) => ({
  status,
  imprint,
  privacy,
  social,
});

/** The names of a brand's links, by the tag of the page's language. Only the server needs them. */
export const linkWords: Record<string, Record<LinkKind, string>> = {
  en: row("Service status", "Legal notice", "Privacy", "Follow us"),
  am: row("የአገልግሎት ሁኔታ", "ሕጋዊ ማስታወቂያ", "ግላዊነት", "ይከተሉን"),
  ar: row("حالة الخدمة", "إشعار قانوني", "الخصوصية", "تابعونا"),
  bg: row("Състояние на услугите", "Правна информация", "Поверителност", "Последвайте ни"),
  bn: row("সেবার অবস্থা", "আইনি বিজ্ঞপ্তি", "গোপনীয়তা", "আমাদের অনুসরণ করুন"),
  ca: row("Estat del servei", "Avís legal", "Privadesa", "Seguiu-nos"),
  cs: row("Stav služeb", "Právní informace", "Ochrana osobních údajů", "Sledujte nás"),
  da: row("Driftsstatus", "Juridiske oplysninger", "Privatlivspolitik", "Følg os"),
  de: row("Servicestatus", "Impressum", "Datenschutz", "Folgen Sie uns"),
  el: row("Κατάσταση υπηρεσιών", "Νομική σημείωση", "Απόρρητο", "Ακολουθήστε μας"),
  es: row("Estado del servicio", "Aviso legal", "Privacidad", "Síganos"),
  et: row("Teenuste olek", "Õigusteave", "Privaatsus", "Jälgige meid"),
  fa: row("وضعیت سرویس", "اطلاعات حقوقی", "حریم خصوصی", "ما را دنبال کنید"),
  fi: row("Palvelun tila", "Oikeudellinen huomautus", "Tietosuoja", "Seuraa meitä"),
  fil: row("Katayuan ng serbisyo", "Legal na abiso", "Privacy", "Sundan kami"),
  fr: row("État des services", "Mentions légales", "Confidentialité", "Suivez-nous"),
  gu: row("સેવાઓની સ્થિતિ", "કાનૂની સૂચના", "ગોપનીયતા", "અમને ફૉલો કરો"),
  he: row("מצב השירות", "הודעה משפטית", "פרטיות", "עקבו אחרינו"),
  hi: row("सेवा की स्थिति", "कानूनी सूचना", "गोपनीयता", "हमें फ़ॉलो करें"),
  hr: row("Status usluga", "Pravne napomene", "Privatnost", "Pratite nas"),
  hu: row("A szolgáltatás állapota", "Impresszum", "Adatvédelem", "Kövessen minket"),
  id: row("Status layanan", "Informasi hukum", "Privasi", "Ikuti kami"),
  it: row("Stato del servizio", "Note legali", "Privacy", "Seguici"),
  ja: row("稼働状況", "サイトポリシー", "プライバシーポリシー", "公式SNS"),
  kn: row("ಸೇವೆಗಳ ಸ್ಥಿತಿ", "ಕಾನೂನು ಸೂಚನೆ", "ಗೌಪ್ಯತೆ", "ನಮ್ಮನ್ನು ಅನುಸರಿಸಿ"),
  ko: row("서비스 상태", "법적 고지", "개인정보처리방침", "공식 SNS"),
  lt: row("Paslaugų būsena", "Teisinė informacija", "Privatumas", "Sekite mus"),
  lv: row("Pakalpojumu statuss", "Juridiskā informācija", "Privātums", "Sekojiet mums"),
  ml: row("സേവനങ്ങളുടെ നില", "നിയമപരമായ അറിയിപ്പ്", "സ്വകാര്യത", "ഞങ്ങളെ പിന്തുടരുക"),
  mr: row("सेवेची स्थिती", "कायदेशीर सूचना", "गोपनीयता", "आम्हाला फॉलो करा"),
  ms: row("Status perkhidmatan", "Notis undang-undang", "Privasi", "Ikuti kami"),
  nb: row("Driftsstatus", "Juridisk informasjon", "Personvern", "Følg oss"),
  nl: row("Servicestatus", "Juridische informatie", "Privacy", "Volg ons"),
  pl: row("Status usług", "Nota prawna", "Prywatność", "Obserwuj nas"),
  "pt-BR": row("Status do serviço", "Aviso legal", "Privacidade", "Siga-nos"),
  "pt-PT": row("Estado do serviço", "Aviso legal", "Privacidade", "Siga-nos"),
  ro: row("Starea serviciilor", "Mențiuni legale", "Confidențialitate", "Urmăriți-ne"),
  ru: row("Статус сервисов", "Правовая информация", "Конфиденциальность", "Мы в соцсетях"),
  sk: row("Stav služieb", "Právne informácie", "Ochrana osobných údajov", "Sledujte nás"),
  sl: row("Stanje storitev", "Pravno obvestilo", "Zasebnost", "Spremljajte nas"),
  sr: row("Статус услуга", "Правне информације", "Приватност", "Пратите нас"),
  sv: row("Driftstatus", "Juridisk information", "Integritetspolicy", "Följ oss"),
  sw: row("Hali ya huduma", "Ilani ya kisheria", "Faragha", "Tufuate"),
  ta: row("சேவை நிலை", "சட்ட அறிவிப்பு", "தனியுரிமை", "எங்களைப் பின்தொடருங்கள்"),
  te: row("సేవల స్థితి", "చట్టపరమైన సమాచారం", "గోప్యత", "మమ్మల్ని అనుసరించండి"),
  th: row("สถานะบริการ", "ประกาศทางกฎหมาย", "ความเป็นส่วนตัว", "ติดตามเรา"),
  tr: row("Hizmet durumu", "Yasal bilgiler", "Gizlilik", "Bizi takip edin"),
  uk: row("Стан сервісів", "Правова інформація", "Конфіденційність", "Ми в соцмережах"),
  ur: row("سروس کی صورتحال", "قانونی نوٹس", "رازداری", "ہمیں فالو کریں"),
  vi: row("Trạng thái dịch vụ", "Thông tin pháp lý", "Quyền riêng tư", "Theo dõi chúng tôi"),
  "zh-Hans": row("服务状态", "法律声明", "隐私政策", "关注我们"),
  "zh-Hant": row("服務狀態", "法律聲明", "隱私權政策", "追蹤我們"),
};
