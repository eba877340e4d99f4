import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanContract } from './scripts/lean-contract.ts';
import { toastNumbers } from './scripts/toast-numbers.ts';

/** What every first load needs stands in one chunk: it compresses better than a dozen. Endless lists are not among it. */
const base =
  /node_modules\/(react|react-dom|scheduler|wouter|regexparam|@tanstack)\/(?!.*([iI]nfiniteQueryObserver|[uU]seInfiniteQuery)\.)|\/web\/(lib\/(api|session|router|theme|idempotencyKey)|data\/client|ui\/(Button|Card|lazyWithRetry)|shell)|\/contract\/(uzbek|messages|screens|call|values)|lucide-react\/dist\/esm\/icons\/x\./;
/** What every form needs, for the same reason. */
const forms = /node_modules\/zod\/|\/contract\/fields|\/web\/(lib\/form|ui\/(Field|ErrorSummary))/;
/** What lies over a page comes together. */
const layers = /\/web\/ui\/(Sheet|ConfirmDialog)/;
/** What stands on every card and page of an opportunity. */
const cards =
  /\/web\/(parts\/opportunity\/(badges|DeadlineNote)|data\/opportunities\/opportunities)|\/contract\/opportunity\.ts\?calls|lucide-react\/.*\/(calendar-clock|hourglass|users|map-pin)\./;

/** Whoever picks a file needs all of these. */
const uploads =
  /\/web\/(lib\/upload|ui\/(FilePicker|PictureUpload))|\/contract\/file\.|lucide-react\/dist\/esm\/icons\/(image-plus|paperclip)/;

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), ...(isSsrBuild ? [] : [toastNumbers(), ...leanContract()])],
  // React has had it since 18; the stand-in is for older ones.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  publicDir: isSsrBuild ? false : 'web/public',
  build: {
    target: 'es2022',
    // The oldest that Tailwind 4 promises; older ones would get each colour of the palette three times over.
    cssTarget: ['chrome111', 'edge111', 'firefox128', 'safari16.4'],
    manifest: !isSsrBuild,
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/web',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      input: isSsrBuild ? 'web/entry-server.tsx' : 'web/entry-client.tsx',
      ...(isSsrBuild
        ? {}
        : {
            output: {
              codeSplitting: {
                groups: [
                  { name: 'base', test: base, priority: 2 },
                  { name: 'forms', test: forms, priority: 1 },
                  { name: 'uploads', test: uploads, priority: 1 },
                  { name: 'layers', test: layers, priority: 1 },
                  { name: 'cards', test: cards, priority: 1 },
                ],
              },
            },
          }),
    },
    // The server names what a page needs in the page itself.
    modulePreload: false,
  },
  // The built renderer needs no node_modules; while developing they are loaded as they are.
  ssr: { noExternal: command === 'build' ? true : undefined },
}));
