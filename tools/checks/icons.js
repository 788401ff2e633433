// Checks that every icon used in the web's code is bundled; `--write` regenerates the bundles.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { optimize } from 'svgo';

const root = fileURLToPath(new URL('../..', import.meta.url));
const iconName = /(['"`])(solar:[a-z0-9-]+)\1/g;
const sources = [
  'packages/contract/src/records/records.ts',
  'apps/web/src/**/*.{ts,tsx}',
  'packages/ui/src/**/*.{ts,tsx}',
  'packages/ui-lite/src/**/*.{ts,tsx}',
];

const web = 'apps/web/src';
const editor = 'packages/ui/src/editor/';

/**
 * A file belongs to the first bundle with a matching place, and also to bundles that list it in `also`. Guests and
 * readers of public pages load no icons of the signed-in area. A part of that area with its own bundle registers it
 * where its screens begin, and leaves out the icons in `public` and `work`.
 */
const bundles = [
  {
    name: 'guest',
    places: [
      `${web}/app/guest/`,
      `${web}/app/guest-card/`,
      `${web}/app/registration/`,
      'packages/ui-lite/src/parts/',
    ],
  },
  {
    name: 'public',
    places: [
      `${web}/app/errors/`,
      `${web}/shared/page/`,
      `${web}/app/layout/`,
      `${web}/app/help/`,
      `${web}/app/routes/public-routes.ts`,
      `${web}/app/routes/menu.ts`,
      'packages/ui-lite/src/overlay/',
    ],
  },
  {
    name: 'blog',
    places: [`${web}/features/blog/read/`, `${web}/features/blog/respond/`],
    also: [`${web}/shared/lists/search-box.tsx`],
    folder: `${web}/features/blog/read`,
  },
  { name: 'editor', places: [editor], folder: editor.slice(0, -1), isPartOfWork: true },
  createBundle('dashboard', 'dashboard'),
  createBundle('settings', 'settings'),
  createBundle('planning', 'tasks/screen', 'tasks/list', 'tasks/board', 'tasks/calendar'),
  { name: 'work', places: [''] },
];

const { icons } = JSON.parse(
  readFileSync(path.join(root, 'node_modules/@iconify-json/solar/icons.json'), 'utf8'),
);
const drawings = new Map();
const uses = findUses();
const problems = uses
  .filter(({ name }) => findDrawing(name) === undefined)
  .map(({ name, file }) => `${file} names ${name}, which is not in @iconify-json/solar`);
const outdated = bundleTexts().filter(({ file, text }) => read(file) !== text);
if (process.argv.includes('--write')) {
  for (const { file, text } of outdated) writeFileSync(path.join(root, file), text);
} else {
  for (const { file } of outdated)
    problems.push(`${file} is not what the code names: run node tools/checks/icons.js --write`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function findUses() {
  return globSync(sources, { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !file.includes('.generated.') && !file.includes('.test.'))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return [...text.matchAll(iconName)].map((match) => ({ file, name: match[2] }));
    });
}

function bundleTexts() {
  const open = new Set(listIconNames('public'));
  const atWork = new Set([...open, ...listIconNames('work')]);
  return bundles.map((bundle) => {
    const loaded = bundle.isPartOfWork ? atWork : open;
    const isAlone = bundle.name === 'guest' || bundle.name === 'public';
    const names = listIconNames(bundle.name).filter((name) => isAlone || !loaded.has(name));
    const rows = names.map((name) => `  '${name}':\n    '${findDrawing(name)}',\n`).join('');
    const note = '// Made by `node tools/checks/icons.js --write`. Solar icons by 480 Design, CC BY 4.0.';
    const file = `${bundle.folder ?? `${web}/app/icons`}/${bundle.name}.generated.ts`;
    return { file, text: `${note}\nexport const ${bundle.name}Icons = {\n${rows}} as const;\n` };
  });
}

/** The icon names used by the files of a bundle, sorted. */
function listIconNames(bundleName) {
  const own = uses.filter(({ file, name }) => {
    const isOwn = findBundle(file)?.name === bundleName;
    const isAlso = bundles.some((bundle) => bundle.name === bundleName && bundle.also?.includes(file));
    return (isOwn || isAlso) && findDrawing(name) !== undefined;
  });
  return [...new Set(own.map(({ name }) => name))].sort();
}

/** A bundle for several features, generated in the folder of the first one. */
function createBundle(name, ...features) {
  const [folder, ...others] = features.map((feature) => `${web}/features/${feature}`);
  return { name, places: [folder, ...others].map((place) => `${place}/`), folder, isPartOfWork: true };
}

function findBundle(file) {
  return bundles.find(({ places }) => places.some((place) => file.startsWith(place)));
}

/**
 * The drawing of an icon, rounded to a tenth of a unit on a grid of 24. Otherwise invisible precision would be more
 * than half of its size. Undefined for an unknown name.
 */
function findDrawing(name) {
  const body = icons[name.replace('solar:', '')]?.body;
  if (body === undefined) return undefined;
  const known = drawings.get(name) ?? shorten(body);
  drawings.set(name, known);
  return known;
}

function shorten(body) {
  const { data } = optimize(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${body}</svg>`, {
    floatPrecision: 1,
    plugins: [
      'cleanupNumericValues',
      'convertPathData',
      'convertShapeToPath',
      'collapseGroups',
      'moveGroupAttrsToElems',
      'mergePaths',
    ],
  });
  return data
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>$/, '')
    .replaceAll("'", "\\'");
}

function read(file) {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return null;
  }
}
