// Every icon that the web's code names is bundled; `--write` makes the bundles anew.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const iconName = /(['"`])(solar:[a-z0-9-]+)\1/g;
const sources = [
  'apps/web/src/**/*.{ts,tsx}',
  'packages/ui/src/**/*.{ts,tsx}',
  'packages/ui-lite/src/**/*.{ts,tsx}',
];

/** A file goes with the first bundle that has its place. Guests and readers of public pages load no icon of the work. */
const bundles = [
  { name: 'guest', places: ['apps/web/src/app/guest/', 'packages/ui-lite/src/parts/'] },
  {
    name: 'public',
    places: [
      'apps/web/src/app/errors/',
      'apps/web/src/app/layout/',
      'apps/web/src/app/help/',
      'apps/web/src/app/routes/public-routes.ts',
      'apps/web/src/app/routes/menu.ts',
      'packages/ui-lite/src/overlay/',
    ],
  },
  { name: 'work', places: [''] },
];

const { icons } = JSON.parse(
  readFileSync(path.join(root, 'node_modules/@iconify-json/solar/icons.json'), 'utf8'),
);
const uses = findUses();
const problems = uses
  .filter(({ name }) => drawingOf(name) === undefined)
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
  const taken = new Set();
  return bundles.map((bundle) => {
    const own = uses.filter(({ file, name }) => bundleOf(file) === bundle && drawingOf(name) !== undefined);
    const names = [...new Set(own.map(({ name }) => name))].filter((name) => !taken.has(name)).sort();
    // Guest pages and public pages load alone; only the last bundle can count on another.
    if (bundle.name === 'public') for (const name of names) taken.add(name);
    const rows = names.map((name) => `  '${name}':\n    '${drawingOf(name)}',\n`).join('');
    const note = '// Made by `node tools/checks/icons.js --write`. Solar icons by 480 Design, CC BY 4.0.';
    const file = `apps/web/src/app/icons/${bundle.name}.generated.ts`;
    return { file, text: `${note}\nexport const ${bundle.name}Icons = {\n${rows}} as const;\n` };
  });
}

function bundleOf(file) {
  return bundles.find(({ places }) => places.some((place) => file.startsWith(place)));
}

function drawingOf(name) {
  return icons[name.replace('solar:', '')]?.body.replaceAll("'", "\\'");
}

function read(file) {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return null;
  }
}
