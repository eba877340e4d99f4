import { createHash } from 'node:crypto';

/** Metadata of a page. */
export interface Head {
  title: string;
  description: string;
  /** Address of a picture for link previews, relative to the origin. */
  image?: string | null;
  /** Whether the picture is this page's wide cover; otherwise it is the logo. */
  hasCover?: boolean;
  /** Canonical address. */
  url?: string;
  noindex?: boolean;
  /** Structured data for search engines. */
  jsonLd?: object;
}

/** Files of the build that a page refers to. */
export interface Assets {
  /** Text of the inlined style sheet; empty in development. */
  css: string;
  /** Address of the entry module. */
  entry: string;
  /** Modules that the entry and the page's screen import, without the entry. */
  preloads: string[];
  font: string | null;
  themeScript: string;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Escapes JSON so that it cannot close its script element. */
const scriptJson = (json: string) => json.replaceAll('<', '\\u003c');

/** Loads the modules 50 ms after the first frame, so that they do not delay it. */
const startScript =
  "requestAnimationFrame(function(){setTimeout(function(){JSON.parse(document.getElementById('modules').textContent).forEach(function(m){import(m)})},50)})";

const cspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The Content-Security-Policy of all pages: inline scripts and styles by hash.
 * @param toastStyles texts of the style elements the toast library adds with its first toast
 */
export const securityPolicy = ({ css, themeScript }: Assets, toastStyles: string[] = []): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${cspHash(themeScript)} ${cspHash(startScript)}`,
    `style-src 'self' ${[css, ...toastStyles].map(cspHash).join(' ')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The data for hydration and the script that loads all modules in parallel. */
const hydrationScripts = ({ entry, preloads }: Assets, state: string | null) =>
  `${state === null ? '' : `<script type="application/json" id="state">${scriptJson(state)}</script>`}<script type="application/json" id="modules">${scriptJson(JSON.stringify([entry, ...preloads]))}</script><script>${startScript}</script>`;

/** The HTML of a page: server-rendered content that React hydrates, or (with null) the empty shell that React fills. */
export const renderDocument = (assets: Assets, head: Head, rendered: { html: string; state: string | null } | null): string => {
  const meta = (name: string, content: string) => `<meta ${name} content="${escapeHtml(content)}">`;
  return `<!doctype html>
<html lang="uz" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>${escapeHtml(head.title)}</title>
${meta('name="description"', head.description)}
<meta name="theme-color" content="#f5f9fa">
${head.noindex ? '<meta name="robots" content="noindex">' : ''}
${meta('property="og:title"', head.title)}
${meta('property="og:description"', head.description)}
<meta property="og:type" content="website"><meta property="og:site_name" content="Imkon"><meta property="og:locale" content="uz_UZ">
${head.url ? `<link rel="canonical" href="${escapeHtml(head.url)}">${meta('property="og:url"', head.url)}` : ''}
${head.image ? meta('property="og:image"', head.image) : ''}
<meta name="twitter:card" content="${head.hasCover ? 'summary_large_image' : 'summary'}">
${head.jsonLd ? `<script type="application/ld+json">${scriptJson(JSON.stringify(head.jsonLd))}</script>` : ''}
<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/icon.png"><link rel="manifest" href="/manifest.webmanifest">
${assets.font ? `<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>` : ''}
<script>${assets.themeScript}</script>
<style>${assets.css}</style>
${rendered ? '' : assets.preloads.map((address) => `<link rel="modulepreload" href="${address}">`).join('')}
</head>
<body>
<div id="root">${rendered?.html ?? ''}</div>
${rendered ? hydrationScripts(assets, rendered.state) : `<script type="module" src="${assets.entry}"></script><noscript>Bu sahifa uchun brauzeringizda JavaScript yoqilgan bo‘lishi kerak. <a href="/landing">Imkoniyatlar ro‘yxati</a></noscript>`}
</body>
</html>`;
};
