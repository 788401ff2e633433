import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { preloadData, type Preloads } from './preload-data.ts';
import { firstCalls } from './first-calls.generated.ts';
import { shownAtOnce } from './first-views.ts';

/** The files of each lazily loaded module, by its path below apps/web: its own file and all files loaded with it. */
type Parts = Record<string, string[]>;
type Route = { path: string; isOpen: boolean; module: string };

const entry = 'index.html';
const layout = 'src/app/layout/main-layout.tsx';
const layoutRoutes = 'src/app/routes/layout-routes.tsx';
const signedInParts = 'src/app/signed-in/signed-in-layout.tsx';
const workIcons = 'src/app/icons/work.generated.ts';
const placeholder = 'src/app/errors/placeholder-page.tsx';
const signIn = 'src/app/guest/sign-in.tsx';
const routeTables = ['public-routes', 'work-routes'];
const guestPages = [
  'guest/sign-in',
  'guest/forgot-password',
  'guest/first-admin',
  'guest/reset-password',
  'guest/accept-invite',
  'guest/confirm-email',
  'registration/register-buyer',
  'registration/confirm-registration',
  'documents/sign',
  'documents/approve',
  'documents/teaser',
  'documents/shared',
];

/**
 * Makes the page fetch the files of its address early, and writes the files of each part to disk for the size check.
 */
export function preloadFiles(): Plugin {
  let root = '';
  let parts: Parts = {};
  return {
    name: 'fetch-files-early',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        parts = getParts(bundle, root);
        // The layout's style sheets are inlined in the page, also for guests.
        parts[entry] = [...new Set([...(parts[entry] ?? []), ...listSheets(parts[layout])])];
        this.emitFile({
          type: 'asset',
          fileName: '.vite/parts.json',
          source: JSON.stringify(parts, null, 2),
        });
      },
    },
    transformIndexHtml: (html, { bundle = {} }) => {
      const sheets = listSheets(parts[entry]);
      const styles = sheets.map((file) => getSource(bundle[file])).join('');
      const table = listPreloads(parts, readRoutes(root));
      // Inserted after the tags that must come first. The entry's style sheets are inlined.
      return html
        .replace(/ *<link rel="stylesheet"[^>]*>\n/g, '')
        .replace(
          '<title>',
          () =>
            `<style nonce="__CSP_NONCE__">${styles}</style>\n    <script>(${preloadData.toString()})(${JSON.stringify(table)})</script>\n    <title>`,
        );
    },
  };
}

function listSheets(files: readonly string[] = []): string[] {
  return files.filter((file) => file.endsWith('.css'));
}

function getSource(asset: Rolldown.OutputBundle[string] | undefined): string {
  if (asset?.type !== 'asset') throw new Error('A style sheet is not a part of the build');
  return String(asset.source);
}

function getParts(bundle: Rolldown.OutputBundle, root: string): Parts {
  const parts: Parts = {};
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue;
    // A module whose file contains several modules may have a facade chunk of its own.
    const id = chunk.facadeModuleId;
    if (id != null) parts[path.relative(root, id).replaceAll('\\', '/')] = [...listFiles(chunk, bundle)];
  }
  return parts;
}

function listFiles(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  found = new Set<string>(),
): Set<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
  for (const file of chunk.imports) {
    const imported = bundle[file];
    if (imported?.type === 'chunk') listFiles(imported, bundle, found);
  }
  return found;
}

/** The source text of the route tables: importing them would load every page. */
function readRoutes(root: string): Route[] {
  const entries = routeTables.flatMap((table) =>
    readFileSync(path.join(root, `src/app/routes/${table}.ts`), 'utf8')
      .split("    path: '")
      .slice(1),
  );
  return entries.map((text) => ({
    path: text.slice(0, text.indexOf("'")),
    isOpen: /^ +requires: open,$/m.test(text),
    module: /^ +load: \(\) => import\('#(.+)'\),$/m.exec(text)?.[1]?.replace(/^/, 'src/') ?? placeholder,
  }));
}

function listPreloads(parts: Parts, routes: readonly Route[]): Preloads {
  const files: string[] = [];
  const begun = new Set(filesOfPart(entry));
  const indexesOf = (...modules: string[]): number[] =>
    [...new Set(modules.flatMap(filesOfPart))].filter((file) => !begun.has(file)).map(getPlace);
  return {
    pages: [
      { pattern: '^/$', isOpen: false, needs: indexesOf(layoutRoutes, layout), calls: [] },
      ...guestPages.map((name) => ({
        pattern: toPattern(path.basename(name)),
        isOpen: true,
        calls: [],
        needs: indexesOf(`src/app/${name}.tsx`),
      })),
      // Like the router, tries exact addresses before patterns that match them too.
      ...routes
        .toSorted((one, other) => Number(one.path.includes(':')) - Number(other.path.includes(':')))
        .map((route) => ({
          pattern: toPattern(route.path),
          isOpen: route.isOpen,
          calls: (firstCalls[route.path] ?? []).map(toCall),
          needs: indexesOf(
            layoutRoutes,
            layout,
            route.module,
            ...(shownAtOnce[route.path] ?? []).map((module) => `src/${module}`),
          ),
        })),
    ],
    work: indexesOf(signedInParts, workIcons),
    guest: indexesOf(layoutRoutes, signIn),
    calls: {
      everybody: [toCall('/installation')],
      signedIn: [toCall('/auth/profile'), toCall('/notifications?limit=1&unread=true')],
    },
    inlined: listSheets(filesOfPart(entry)).map(getPlace),
    files,
  };

  function filesOfPart(module: string): string[] {
    const found = parts[module];
    if (found === undefined) throw new Error(`${module} is not a part of the build`);
    return found;
  }
  function getPlace(file: string): number {
    const place = files.indexOf(file);
    return place >= 0 ? place : files.push(file) - 1;
  }
}

function toPattern(route: string): string {
  return `^/${route.replace(/:\w+/g, '([^/]+)')}/?$`;
}

/** Routes with known first calls have at most one parameter. */
function toCall(path: string): string {
  return `/api${path.replace(/:\w+/g, '$1')}`;
}
