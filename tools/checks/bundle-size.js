// Sums what a browser loads before the first use of a screen, gzipped, and fails above a budget.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));

const entry = 'index.html';
const layout = 'src/app/layout/main-layout.tsx';
const working = 'src/app/working/working-area.tsx';
const placeholder = 'src/app/errors/placeholder-page.tsx';
const shell = [
  entry,
  layout,
  working,
  'src/app/icons/work.generated.ts',
  'src/app/layout/header/account-menu.tsx',
  'src/app/layout/sidebar/profile-card.tsx',
  'src/app/layout/sidebar/workspace-switcher.tsx',
];

/** kB of 1000 bytes, of scripts and style sheets. `beyond` is what the screen's visitor has loaded already. */
const publicScreens = [
  { screen: 'sign-in', modules: [entry, 'src/app/guest/sign-in.tsx'], budget: 110 },
  { screen: 'forgot-password', modules: [entry, 'src/app/guest/forgot-password.tsx'], budget: 110 },
  { screen: 'reset-password', modules: [entry, 'src/app/guest/reset-password.tsx'], budget: 110 },
  { screen: 'accept-invite', modules: [entry, 'src/app/guest/accept-invite.tsx'], budget: 110 },
  { screen: 'confirm-email', modules: [entry, 'src/app/guest/confirm-email.tsx'], budget: 110 },
  { screen: 'first-admin', modules: [entry, 'src/app/guest/first-admin.tsx'], budget: 110 },
  { screen: 'public page', modules: [entry, layout, placeholder], budget: 110 },
  { screen: 'blog', modules: [entry, layout, 'src/app/pages/blog/blog.tsx'], budget: 110 },
  { screen: 'post of the blog', modules: [entry, layout, 'src/app/pages/blog/blog-post.tsx'], budget: 110 },
  { screen: 'subscriptions', modules: [entry, layout, 'src/app/pages/subscriptions.tsx'], budget: 110 },
  { screen: 'signed-in shell', modules: shell, budget: 210 },
];

const pages = lazyPagesOf().map((module) => ({
  screen: module.replace(/^src\/app\//, '').replace(/\.tsx$/, ''),
  modules: [...shell, module],
  beyond: shell,
  budget: 60,
}));

const rows = [...publicScreens, ...pages].map((row) => ({
  ...row,
  size: sizeOf(row.modules, row.beyond ?? []),
}));
for (const { screen, size, budget } of rows) {
  const kilobytes = (size / 1000).toFixed(1).padStart(7);
  console.log(
    `${size > budget * 1000 ? 'over' : ' ok '} ${kilobytes} kB of ${String(budget).padStart(3)}  ${screen}`,
  );
}
const isAnyOver = rows.some(({ size, budget }) => size > budget * 1000);
if (isAnyOver) console.error('A budget of the browser is exceeded (kB gzip, before first use).');
process.exitCode = isAnyOver ? 1 : 0;

function sizeOf(modules, beyond) {
  const loaded = filesOf(beyond);
  return [...filesOf(modules)]
    .filter((file) => !loaded.has(file))
    .reduce((sum, file) => sum + gzipped(file), 0);
}

/** Scripts and style sheets of the modules and all that they import statically. */
function filesOf(modules, seen = new Set(), files = new Set()) {
  for (const name of modules) {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`${name} is not a part of the build`);
    if (seen.has(name)) continue;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    filesOf(chunk.imports ?? [], seen, files);
  }
  return files;
}

/** The modules of screens that the route table loads on demand. */
function lazyPagesOf() {
  const screens = manifest[entry].dynamicImports ?? [];
  return screens.filter((module) => /^src\/app\/(pages|account)\//.test(module));
}

function gzipped(file) {
  return gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length;
}
