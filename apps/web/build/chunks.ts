import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;
type Group = NonNullable<Splitting['groups']>[number];
type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const reactParts = /node_modules\/(react|react-dom|scheduler|react-router)\//;

/** Libraries used by nearly every signed-in page, loaded with the shell. */
const workParts =
  /node_modules\/(@mui\/(system|styled-engine|private-theming|utils)|@mui\/material\/(styles|utils|transitions|Button|ButtonBase|IconButton|FormControl|FormLabel|FormHelperText|InputBase|OutlinedInput|Stack|Typography|Paper|Card|Skeleton|CircularProgress)|@emotion)\//;

const dialogParts = /node_modules\/@mui\/material\/(Modal|Portal|Dialog|Backdrop|Fade)/;

/** Forms have them, lists do not. */
const checkboxParts =
  /node_modules\/@mui\/material\/(Checkbox|FormControlLabel|internal\/(SwitchBase|switchBase|svg-icons\/(CheckBox|IndeterminateCheckBox)))/;

const layout = 'app/layout/main-layout.tsx';
const publicPages = [
  'app/errors/placeholder-page.tsx',
  'app/pages/blog.tsx',
  'features/blog/read/blog-toolbar.tsx',
  'features/blog/read/post-view.tsx',
  'features/billing/subscriptions.tsx',
];

const shellModules = [layout, 'app/working/working-area.tsx'];

/** Parts shared by this many pages are in one file, whichever page is opened first. */
const manyPages = 9;
const maxPages = 14;
const listPages = /\/(users-list|tasks-screen|business-list|contact-list)\.tsx$/;
const recordPages = /\/(users-view|business-view|contact-page|admin-dashboard|(test-)?user-dashboard)\.tsx$/;

/**
 * Browsers pay a round trip for each level of imports and for every sixth file, so parts that are needed
 * together are in few files. The entry and each page have their own file.
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

/** With what a public page shares with others, the shell and its pages, so that a guest's page brings neither. */
function nameFrame(id: string, graph: Graph): string | null {
  if (id === sourceOf(layout)) return null;
  if (isNeededBy([layout], { id, graph })) return 'frame';
  const readers = publicPages.filter((page) => isNeededBy([page], { id, graph }));
  if (readers.length === 0) return null;
  const isShared =
    readers.length > 1 || isNeededBy(shellModules, { id, graph }) || pagesThatNeed(id, graph).length > 0;
  return isShared ? 'frame' : null;
}

function nameWork(id: string, graph: Graph): string | null {
  if (id === sourceOf(layout)) return null;
  if (workParts.test(id) || isNeededBy(shellModules, { id, graph })) return 'work';
  const pages = isNeededBy(publicPages, { id, graph }) ? [] : pagesThatNeed(id, graph);
  return pages.length >= maxPages ? 'work' : null;
}

function nameShared(id: string, graph: Graph): string | null {
  const pages = pagesThatNeed(id, graph);
  const [page, ...others] = pages;
  if (page === undefined || pages.includes(id) || isNeededBy(publicPages, { id, graph })) return null;
  if (others.length > 0) return nameBetween(pages);
  // What a page needs at once may be needed again by what it loads later, but by nothing else.
  return reachableWithout(page, graph).has(id) ? null : `${path.basename(page, '.tsx')}-parts`;
}

function nameBetween(pages: readonly string[]): string | null {
  const lists = pages.filter((page) => listPages.test(page));
  const records = pages.filter((page) => recordPages.test(page));
  if (pages.length >= manyPages || (lists.length > 0 && records.length > 0)) return 'common';
  if (lists.length > 1) return lists.length === pages.length ? 'lists' : 'common';
  if (records.length > 1) return records.length === pages.length ? 'records' : 'common';
  const [page] = [...lists, ...records];
  return page === undefined || pages.length < 3 ? null : `${path.basename(page, '.tsx')}-shared`;
}

/** Modules loaded with a module. */
const closureOf = remember((start, graph) =>
  reach([start], (id) => graph.getModuleInfo(id)?.importedIds ?? []),
);

/** Modules reachable without this page. */
const reachableWithout = remember((page, graph) =>
  reach([sourceOf('main.tsx')], (id) => {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    return [...importedIds, ...dynamicallyImportedIds].filter((next) => next !== page);
  }),
);

function reach(starts: string[], nextOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  for (let id = starts.pop(); id !== undefined; id = starts.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    starts.push(...nextOf(id));
  }
  return found;
}

function remember(find: (id: string, graph: Graph) => Set<string>): typeof find {
  const known = new Map<string, Set<string>>();
  return (id, graph) => {
    const result = known.get(id) ?? find(id, graph);
    known.set(id, result);
    return result;
  };
}

function isNeededBy(modules: readonly string[], { id, graph }: { id: string; graph: Graph }): boolean {
  return modules.some((module) => closureOf(sourceOf(module), graph).has(id));
}

function pagesThatNeed(id: string, graph: Graph): string[] {
  const pages = graph.getModuleInfo(sourceOf('app/routes/work-routes.ts'))?.dynamicallyImportedIds ?? [];
  return [...new Set(pages)].filter((page) => closureOf(page, graph).has(id));
}

function sourceOf(module: string): string {
  return fileURLToPath(new URL(`../src/${module}`, import.meta.url));
}
