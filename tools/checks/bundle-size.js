// Sums the files that a browser loads before the first use of a screen, gzipped, and fails above a budget.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
/** For each lazily loaded module: its file and all files loaded with it (apps/web/build/preloads.ts). */
const parts = JSON.parse(readFileSync(path.join(dist, '.vite/parts.json'), 'utf8'));

const entry = 'index.html';
const layout = 'src/app/layout/main-layout.tsx';
const layoutRoutes = 'src/app/routes/layout-routes.tsx';
const placeholder = 'src/app/errors/placeholder-page.tsx';
const shell = [
  entry,
  layoutRoutes,
  layout,
  'src/app/signed-in/signed-in-layout.tsx',
  'src/app/icons/work.generated.ts',
];

/**
 * In kB of 1000 bytes, for scripts and style sheets. `beyond` lists the files that the screen's visitors have already
 * loaded.
 */
const publicScreens = [
  { screen: 'sign-in', modules: [entry, 'src/app/guest/sign-in.tsx'], budget: 110 },
  { screen: 'forgot-password', modules: [entry, 'src/app/guest/forgot-password.tsx'], budget: 110 },
  { screen: 'reset-password', modules: [entry, 'src/app/guest/reset-password.tsx'], budget: 110 },
  { screen: 'accept-invite', modules: [entry, 'src/app/guest/accept-invite.tsx'], budget: 110 },
  { screen: 'confirm-email', modules: [entry, 'src/app/guest/confirm-email.tsx'], budget: 110 },
  { screen: 'first-admin', modules: [entry, 'src/app/guest/first-admin.tsx'], budget: 110 },
  { screen: 'register-buyer', modules: [entry, 'src/app/registration/register-buyer.tsx'], budget: 110 },
  { screen: 'sign', modules: [entry, 'src/app/documents/sign.tsx'], budget: 110 },
  { screen: 'approve', modules: [entry, 'src/app/documents/approve.tsx'], budget: 110 },
  { screen: 'teaser', modules: [entry, 'src/app/documents/teaser.tsx'], budget: 110 },
  { screen: 'shared', modules: [entry, 'src/app/documents/shared.tsx'], budget: 110 },
  { screen: 'public page', modules: [entry, layoutRoutes, layout, placeholder], budget: 110 },
  { screen: 'blog', modules: [entry, layoutRoutes, layout, 'src/app/pages/blog.tsx'], budget: 110 },
  {
    screen: 'post of the blog',
    modules: [entry, layoutRoutes, layout, 'src/features/blog/read/post-view.tsx'],
    budget: 110,
  },
  {
    screen: 'subscriptions',
    modules: [entry, layoutRoutes, layout, 'src/features/billing/subscriptions.tsx'],
    budget: 110,
  },
  { screen: 'signed-in shell', modules: shell, budget: 210 },
];

const pages = listPageModules().map((module) => ({
  screen: module.replace(/^src\/(app|features)\//, '').replace(/\.tsx$/, ''),
  modules: [...shell, module],
  beyond: shell,
  budget: 60,
}));

const rows = [...publicScreens, ...pages].map((row) => ({
  ...row,
  size: getSize(row.modules, row.beyond ?? []),
}));
for (const { screen, size, budget } of rows) {
  const kilobytes = (size / 1000).toFixed(1).padStart(7);
  console.log(
    `${size > budget * 1000 ? 'over' : ' ok '} ${kilobytes} kB of ${String(budget).padStart(3)}  ${screen}`,
  );
}
const isAnyOver = rows.some(({ size, budget }) => size > budget * 1000);
if (isAnyOver) console.error('A budget of the browser is exceeded (kB gzip, before first use).');
const circle = findCircle();
if (circle !== null)
  console.error(`Files import each other, so that one may run before what it needs: ${circle.join(' → ')}`);
process.exitCode = isAnyOver || circle !== null ? 1 : 0;

/** Files of the build that import each other in a cycle; null if there are none. */
function findCircle() {
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));
  const importsOf = new Map(
    Object.values(manifest).map(({ file, imports = [] }) => [file, imports.map((key) => manifest[key].file)]),
  );
  const cleared = new Set();
  const search = (file, trail) => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (cleared.has(file)) return null;
    for (const next of importsOf.get(file) ?? []) {
      const found = search(next, [...trail, file]);
      if (found !== null) return found;
    }
    cleared.add(file);
    return null;
  };
  for (const file of importsOf.keys()) {
    const found = search(file, []);
    if (found !== null) return found;
  }
  return null;
}

function getSize(modules, beyond) {
  const loaded = listFiles(beyond);
  return [...listFiles(modules)]
    .filter((file) => !loaded.has(file))
    .reduce((sum, file) => sum + getGzippedSize(file), 0);
}

function listFiles(modules) {
  return new Set(
    modules.flatMap((name) => {
      if (parts[name] === undefined) throw new Error(`${name} is not a part of the build`);
      return parts[name];
    }),
  );
}

/** The modules of screens that the route tables load on demand. */
function listPageModules() {
  const tables = ['work-routes', 'public-routes'].map((table) => readSource(`src/app/routes/${table}.ts`));
  const imports = [...tables.join('').matchAll(/import\('#([^']+)'\)/g)];
  return [...new Set(imports.map(([, module]) => `src/${module}`))];
}

function readSource(file) {
  return readFileSync(path.join(dist, '..', file), 'utf8');
}

function getGzippedSize(file) {
  return gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length;
}
