import { renderToStaticMarkup } from "react-dom/server";
import type { Brand, BrandDocument } from "../../schema/brand/brand.ts";
import type { BrandImage, ImageSize } from "../../schema/brand/image.ts";
import { linkWords } from "./link-words.ts";
import type { PageBrand } from "./page-brand.ts";
import { brandStyles } from "./styles.ts";

/** The largest size of a logo, in pixels. */
const room = { width: 200, height: 40 };

/** The size of a logo on the page: the largest that fits. */
export function shownSize({ width, height }: ImageSize): ImageSize {
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
