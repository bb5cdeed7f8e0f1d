const inside = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">${content}</svg>`;
const away = "http://127.0.0.1:9/x";

/** SVGs that run or load something as a page of their own. As logos they are only drawn. */
export const hostileSvgs: string[] = [
  `<?xml-stylesheet href="${away}.css"?>${inside("")}`,
  `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "${away}.dtd">${inside("")}`,
  inside("").replace("<svg", '<svg onload="alert(1)"'),
  ...[
    "<script>alert(1)</script>",
    `<script href="${away}.js"/>`,
    '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>',
    `<image href="${away}" onerror="alert(1)"/>`,
    '<image href="/x.png" onerror="alert(1)"/>',
    `<use xlink:href="${away}#a"/>`,
    `<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${away}"/></foreignObject>`,
    '<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="alert(1)"/></foreignObject>',
    `<filter id="f"><feImage href="${away}"/></filter><path filter="url(#f)" d="M0 0h9v9z"/>`,
    '<animate attributeName="x" dur="1ms" onbegin="alert(1)"/>',
    '<a href="javascript:alert(1)"><path d="M0 0h9v9z"/></a>',
    `<path fill="url(${away}#a)" d="M0 0h9v9z"/>`,
    `<style>@import "${away}.css";@font-face{font-family:a;src:url(${away})}*{fill:u\\72l(${away});font-family:a}</style><text>a</text>`,
    `<path d="M0 0h9v9z" style="mask:url(${away}#a);background:image-set('${away}' 1x)"/>`,
  ].map(inside),
];

const levelsOf = (levels: number, level: (below: number) => string): string =>
  Array.from({ length: levels }, (_, below) => level(below)).join("");

/** SVGs that draw their parts ten times on each level: four levels take long, and ten never end. */
export const bombs: ((levels: number) => string)[] = [
  (levels) =>
    inside(
      `<defs>${levelsOf(levels, (below) => `<g id="g${below + 1}">${`<use href="#g${below}"/>`.repeat(10)}</g>`)}</defs><use href="#g${levels}"/>`,
    ),
  (levels) =>
    inside(
      `${levelsOf(levels, (below) => `<mask id="m${below + 1}">${`<path mask="url(#m${below})" d="M0 0h9v9z"/>`.repeat(10)}</mask>`)}<path mask="url(#m${levels})" d="M0 0h9v9z"/>`,
    ),
];
