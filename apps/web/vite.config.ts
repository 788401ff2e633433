/// <reference types="vitest/config" />
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { chunkGroups } from './build/chunks.ts';
import { preloadFiles } from './build/preloads.ts';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

const firstFonts = /\.generated-[\w-]+\.woff2$/;

export default defineConfig({
  plugins: [react(), preloadFiles(), dropServerFields(), preloadFonts(), compressFiles()],
  html: { cspNonce: '__CSP_NONCE__' },
  server: { port: 5173, strictPort: true, proxy: { '/api': 'http://127.0.0.1:3000' } },
  // Component tests need no styles; the test of the tokens reads the sheets as text.
  test: { css: { include: /\.css\?raw$/ } },
  build: {
    manifest: true,
    target: 'es2022',
    // Otherwise the first script would contain the file lists of all pages.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    // Inlined files would be `data:` URLs, which the content security policy allows only for pictures.
    assetsInlineLimit: 0,
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        // The first scripts list the files of all pages, so each letter counts.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? 'assets/[hash:7][extname]'
            : 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
});

/** Removes the summaries and success statuses of endpoints, which only the server and its documentation need. */
function dropServerFields(): Plugin {
  return {
    name: 'drop-server-fields',
    apply: 'build',
    transform: {
      filter: { id: /packages\/contract\/src\// },
      handler: (code) => ({
        code: code.replaceAll(/\n\s+(?:summary:\s*(['"`])(?:\\.|(?!\1).)*\1|status: \d{3}),/g, ''),
        map: null,
      }),
    },
  };
}

/** The two fonts of every first view are preloaded with the page, not after its style sheet. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }): HtmlTagDescriptor[] =>
        Object.keys(bundle ?? {})
          .filter((file) => firstFonts.test(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          })),
    },
  };
}

/**
 * Writes a .br and a .gz file next to every text file of the build. The server sends the one that the browser accepts.
 */
function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    writeBundle: ({ dir }) => {
      if (dir === undefined) return;
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        const file = path.join(dir, name);
        if (!/\.(js|css|svg)$/.test(name) || statSync(file).size < 1024) continue;
        const bytes = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(bytes));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
