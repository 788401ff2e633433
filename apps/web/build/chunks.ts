import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type CodeSplitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;
type Group = NonNullable<CodeSplitting['groups']>[number];
type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const reactParts = /node_modules\/(react|react-dom|scheduler|react-router)\//;

/** Libraries used by nearly every signed-in page, loaded with the shell. */
const workParts =
  /node_modules\/(@mui\/(system|styled-engine|private-theming|utils)|@mui\/material\/(styles|utils|transitions|Button|ButtonBase|IconButton|Stack|Typography|Paper|Card|Skeleton|CircularProgress)|@emotion)\//;

const dialogParts = /node_modules\/@mui\/material\/(Modal|Portal|Dialog|Backdrop|Fade)/;

/** Used by forms, but not by lists. */
const checkboxParts =
  /node_modules\/@mui\/material\/(Checkbox|FormControlLabel|internal\/(SwitchBase|switchBase|svg-icons\/(CheckBox|IndeterminateCheckBox)))/;

const layout = 'app/layout/main-layout.tsx';
const layouts = [layout, 'app/routes/layout-routes.tsx'];
const publicPages = [
  'app/errors/placeholder-page.tsx',
  'app/pages/blog.tsx',
  'features/blog/read/blog-toolbar.tsx',
  'features/blog/read/post-view.tsx',
  'features/billing/subscriptions.tsx',
];

const shellModules = [...layouts, 'app/signed-in/signed-in-layout.tsx'];

/**
 * Shares of all signed-in pages: modules that more pages need are loaded with the shell or put into one common file.
 */
const shareOfShell = 0.8;
const shareOfCommon = 0.6;
/** In characters. Below this, a separate file costs more than loading the code unnecessarily. */
const maxSmallModule = 4000;
const listPages = /\/(app\/pages\/[\w-]+-list|tasks-screen)\.tsx$/;
const recordPages = /\/(app\/pages\/[\w-]+-(view|dashboard)|features\/\w+\/[\w-]+-page)\.tsx$/;

/**
 * Browsers pay a round trip for each level of imports and for every sixth file, so modules that are needed together
 * share a few files. The entry and each page have their own file.
 */
export const chunkGroups: Group[] = [
  { name: 'react', test: reactParts, priority: 9 },
  { debugName: 'start', name: nameStart, priority: 8 },
  { name: 'guest', test: /\/src\/app\/guest\//, priority: 7, includeDependenciesRecursively: false },
  { debugName: 'frame', name: nameFrame, priority: 6 },
  { debugName: 'work', name: nameWork, priority: 5 },
  { name: 'dialog', test: dialogParts, priority: 4 },
  { name: 'checkbox', test: checkboxParts, priority: 4, includeDependenciesRecursively: false },
  { debugName: 'shared by pages', name: nameShared, priority: 3, includeDependenciesRecursively: false },
];

function nameStart(id: string, graph: Graph): string | null {
  return isNeededBy(['main.tsx', 'shared/api/submit-key.ts'], { id, graph }) && !id.endsWith('/src/main.tsx')
    ? 'start'
    : null;
}

/**
 * Puts modules that public pages share with each other or with lists into one file, so that a guest's page loads
 * neither the shell nor other pages.
 */
function nameFrame(id: string, graph: Graph): string | null {
  if (id === getSource(layout)) return null;
  if (isNeededBy(layouts, { id, graph })) return 'frame';
  // Otherwise a guest page would load the frame file.
  if (isNeededByGuests(id, graph)) return null;
  const readers = publicPages.filter((page) => isNeededBy([page], { id, graph }));
  if (readers.length === 0) return null;
  // Modules that the signed-in shell needs are loaded with the shell.
  if (isNeededBy(shellModules, { id, graph })) return null;
  return readers.length > 1 || listPagesThatNeed(id, graph).length > 0 ? 'frame' : null;
}

function nameWork(id: string, graph: Graph): string | null {
  if (id === getSource(layout)) return null;
  if (workParts.test(id) || isNeededBy(shellModules, { id, graph })) return 'work';
  if (isNeededBy(publicPages, { id, graph }) || isNeededByGuests(id, graph)) return null;
  return calculateShare(listPagesThatNeed(id, graph), listSignedInPages(graph)) >= shareOfShell
    ? 'work'
    : null;
}

function nameShared(id: string, graph: Graph): string | null {
  const pages = listPagesThatNeed(id, graph);
  const [page, ...others] = pages;
  if (page === undefined || pages.includes(id)) return null;
  if (isNeededBy(publicPages, { id, graph }) || isNeededByGuests(id, graph)) return null;
  if (others.length > 0) return nameBetween({ id, graph }, pages);
  // Modules that a page needs immediately may also be needed by its lazy parts, but by nothing else.
  return reachableWithout(page, graph).has(id) ? null : `${path.basename(page, '.tsx')}-parts`;
}

/** Modules that only a few pages share are split by the bundler, so that no page loads much code of another noun. */
function nameBetween({ id, graph }: { id: string; graph: Graph }, pages: readonly string[]): string | null {
  return nameByShare(pages, graph) ?? (pages.length > 2 && isSmall(id, graph) ? 'common' : null);
}

/**
 * The dependencies of a module are used by at least as many pages, so these files never import each other in a cycle.
 */
function nameByShare(pages: readonly string[], graph: Graph): 'common' | 'lists' | 'records' | null {
  const allPages = listSignedInPages(graph);
  const lists = pages.filter((page) => listPages.test(page));
  const records = pages.filter((page) => recordPages.test(page));
  const isOfLists =
    calculateShare(
      lists,
      allPages.filter((page) => listPages.test(page)),
    ) > 0.5;
  const isOfRecords =
    calculateShare(
      records,
      allPages.filter((page) => recordPages.test(page)),
    ) > 0.5;
  if (calculateShare(pages, allPages) >= shareOfCommon || (isOfLists && isOfRecords)) return 'common';
  if (isOfLists && lists.length === pages.length) return 'lists';
  if (isOfRecords && records.length === pages.length) return 'records';
  return null;
}

/** Whether a module adds little code beyond what is shared anyway, and nothing from the files for lists or records. */
function isSmall(start: string, graph: Graph): boolean {
  let size = 0;
  for (const id of findClosure(start, graph)) {
    const isLoaded =
      nameStart(id, graph) !== null || nameFrame(id, graph) !== null || nameWork(id, graph) !== null;
    const name = isLoaded ? 'common' : nameByShare(listPagesThatNeed(id, graph), graph);
    if (name === 'lists' || name === 'records') return false;
    if (name === null) size += graph.getModuleInfo(id)?.code?.length ?? 0;
  }
  return size < maxSmallModule;
}

function calculateShare(some: readonly string[], all: readonly string[]): number {
  return some.length / all.length;
}

/** A module and all modules it imports, directly or indirectly. */
const findClosure = memoize((start, graph) =>
  collectReachable([start], (id) => graph.getModuleInfo(id)?.importedIds ?? []),
);

/** Modules that are reachable without the page. */
const reachableWithout = memoize((page, graph) =>
  collectReachable([getSource('main.tsx')], (id) => {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    return [...importedIds, ...dynamicallyImportedIds].filter((next) => next !== page);
  }),
);

function collectReachable(starts: string[], nextOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  for (let id = starts.pop(); id !== undefined; id = starts.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    starts.push(...nextOf(id));
  }
  return found;
}

function memoize(find: (id: string, graph: Graph) => Set<string>): typeof find {
  const known = new Map<string, Set<string>>();
  return (id, graph) => {
    const result = known.get(id) ?? find(id, graph);
    known.set(id, result);
    return result;
  };
}

function isNeededBy(modules: readonly string[], { id, graph }: { id: string; graph: Graph }): boolean {
  return modules.some((module) => findClosure(getSource(module), graph).has(id));
}

function isNeededByGuests(id: string, graph: Graph): boolean {
  return listPageModules('app/routes/guest-pages.ts', graph).some((page) => findClosure(page, graph).has(id));
}

function listPagesThatNeed(id: string, graph: Graph): string[] {
  return listSignedInPages(graph).filter((page) => findClosure(page, graph).has(id));
}

function listSignedInPages(graph: Graph): string[] {
  return listPageModules('app/routes/work-routes.ts', graph);
}

function listPageModules(table: string, graph: Graph): string[] {
  return [...new Set(graph.getModuleInfo(getSource(table))?.dynamicallyImportedIds ?? [])];
}

function getSource(module: string): string {
  return fileURLToPath(new URL(`../src/${module}`, import.meta.url));
}
