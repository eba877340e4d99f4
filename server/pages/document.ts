import { createHash } from 'node:crypto';

export interface Head {
  title: string;
  description: string;
  /** Address of a picture for link previews, relative to the origin. */
  image?: string | null;
  /** Whether the picture is wide and of this page; otherwise it is our sign. */
  hasCover?: boolean;
  /** Canonical address. */
  url?: string;
  noindex?: boolean;
  /** Structured data for search engines. */
  jsonLd?: object;
}

export interface Assets {
  /** The style sheet's text, inlined; empty while developing. */
  css: string;
  /** Address of the entry module. */
  entry: string;
  /** Modules the entry and the page's screen need, without the entry itself. */
  preloads: string[];
  font: string | null;
  themeScript: string;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** JSON that cannot end the script element it stands in. */
const dataText = (json: string) => json.replaceAll('<', '\\u003c');

/** The first frame is drawn before React is even asked for. */
const startScript =
  "requestAnimationFrame(function(){setTimeout(function(){JSON.parse(document.getElementById('modules').textContent).forEach(function(m){import(m)})},50)})";

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Styles the toast library writes when its first toast comes; see the tests that compare. */
export const securityPolicy = ({ css, themeScript }: Assets, toastStyles: string[] = []): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${hashOf(themeScript)} ${hashOf(startScript)}`,
    `style-src 'self' ${[css, ...toastStyles].map(hashOf).join(' ')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** What the browser continues from, and the modules it needs for that, all asked for at once. */
const handOver = ({ entry, preloads }: Assets, state: string | null) =>
  `${state === null ? '' : `<script type="application/json" id="state">${dataText(state)}</script>`}<script type="application/json" id="modules">${dataText(JSON.stringify([entry, ...preloads]))}</script><script>${startScript}</script>`;

/** A whole page: rendered content that React takes over later, or the empty shell that React fills at once. */
export const renderDocument = (assets: Assets, head: Head, rendered: { html: string; state: string | null } | null): string => {
  const meta = (name: string, content: string) => `<meta ${name} content="${escaped(content)}">`;
  return `<!doctype html>
<html lang="uz" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>${escaped(head.title)}</title>
${meta('name="description"', head.description)}
<meta name="theme-color" content="#f5f9fa">
${head.noindex ? '<meta name="robots" content="noindex">' : ''}
${meta('property="og:title"', head.title)}
${meta('property="og:description"', head.description)}
<meta property="og:type" content="website"><meta property="og:site_name" content="Imkon"><meta property="og:locale" content="uz_UZ">
${head.url ? `<link rel="canonical" href="${escaped(head.url)}">${meta('property="og:url"', head.url)}` : ''}
${head.image ? meta('property="og:image"', head.image) : ''}
<meta name="twitter:card" content="${head.hasCover ? 'summary_large_image' : 'summary'}">
${head.jsonLd ? `<script type="application/ld+json">${dataText(JSON.stringify(head.jsonLd))}</script>` : ''}
<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/icon.png"><link rel="manifest" href="/manifest.webmanifest">
${assets.font ? `<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>` : ''}
<script>${assets.themeScript}</script>
<style>${assets.css}</style>
${rendered ? '' : assets.preloads.map((address) => `<link rel="modulepreload" href="${address}">`).join('')}
</head>
<body>
<div id="root">${rendered?.html ?? ''}</div>
${rendered ? handOver(assets, rendered.state) : `<script type="module" src="${assets.entry}"></script><noscript>Bu sahifa uchun brauzeringizda JavaScript yoqilgan bo‘lishi kerak. <a href="/landing">Imkoniyatlar ro‘yxati</a></noscript>`}
</body>
</html>`;
};
