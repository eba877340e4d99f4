import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanContract } from './scripts/lean-contract.ts';

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), ...(isSsrBuild ? [] : leanContract())],
  publicDir: isSsrBuild ? false : 'web/public',
  build: {
    target: 'es2022',
    manifest: !isSsrBuild,
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/web',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: { input: isSsrBuild ? 'web/entry-server.tsx' : 'web/entry-client.tsx' },
    // The server names what a page needs in the page itself.
    modulePreload: false,
  },
  // The built renderer needs no node_modules; while developing they are loaded as they are.
  ssr: { noExternal: command === 'build' ? true : undefined },
}));
