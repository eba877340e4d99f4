import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { leanContract } from './scripts/lean-contract.ts';

/** Code of every first load, in one chunk because it compresses better than a dozen. Infinite queries are not part of it. */
const base =
  /node_modules\/(react|react-dom|scheduler|wouter|regexparam|@tanstack)\/(?!.*([iI]nfiniteQueryObserver|[uU]seInfiniteQuery)\.)|\/web\/(lib\/(api|session|router|theme|idempotencyKey)|data\/client|ui\/(Button|Card|createIcon|lazyWithRetry)|shell)|\/contract\/(uzbek|messages|screens|call|values|fileUrl)|lucide-react\/dist\/esm\/icons\/x\./;
/** Code of every form, in one chunk for the same reason. */
const forms = /node_modules\/zod\/|\/contract\/fields|\/web\/(lib\/form|ui\/(Field|ErrorSummary))/;
/** Sheets and dialogs. */
const layers = /\/web\/ui\/(Sheet|ConfirmDialog)/;
/** Code shared by the cards and the page of an opportunity. */
const cards =
  /\/web\/(parts\/opportunity\/(badges|DeadlineNote)|data\/opportunities\/opportunities)|\/contract\/opportunity\.ts\?calls|lucide-react\/.*\/(calendar-clock|hourglass|users|map-pin)\./;
/** File pickers and uploads. */
const uploads =
  /\/web\/(lib\/upload|ui\/(FilePicker|PictureUpload))|\/contract\/file\.|lucide-react\/dist\/esm\/icons\/(image-plus|paperclip)/;

/** Vite wraps every dynamic import to preload its dependencies. With `modulePreload: false` the wrapper does nothing. */
const plainImports = (): Plugin => ({
  name: 'plain-imports',
  enforce: 'pre',
  apply: 'build',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
});

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), plainImports(), ...(isSsrBuild ? [] : leanContract())],
  resolve: {
    alias: [
      // React has useSyncExternalStore since version 18; the shim is for older versions.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      // Saves 1 kB of the first load. Only in builds: the development server loads lucide-react unbundled when it renders.
      ...(command === 'build'
        ? [{ find: /^\.\.\/createLucideIcon\.mjs$/, replacement: `${import.meta.dirname}/web/ui/createIcon.ts` }]
        : []),
    ],
  },
  publicDir: isSsrBuild ? false : 'web/public',
  build: {
    target: 'es2022',
    // The oldest browsers Tailwind 4 supports; for older targets each colour would be emitted three times.
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
    // The server writes the preload links into the page.
    modulePreload: false,
  },
  // The built renderer bundles its dependencies; in development Node loads them from node_modules.
  ssr: { noExternal: command === 'build' ? true : undefined },
}));
