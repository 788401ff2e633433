// The fonts of every first view, reduced to the letters of western Europe; `--write` regenerates them. Other letters
// are in the full fonts (packages/ui-lite/src/styles/fonts.css) when a text has them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import { inRoot } from '../launcher/paths.js';

/** The same characters as in the `unicode-range` of the font faces. */
const text = `${listLetters(0x20, 0x7e)}${listLetters(0xc0, 0xff)}\u00a0·–—‘’“”•…€−`;

const fonts = [
  {
    name: 'dm-sans',
    source: '@fontsource-variable/dm-sans/files/dm-sans-latin-wght-normal.woff2',
    // The lightest and boldest weights that screens use.
    variationAxes: { wght: { min: 400, max: 700 } },
  },
  { name: 'barlow', source: '@fontsource/barlow/files/barlow-latin-600-normal.woff2' },
];

const mayWrite = process.argv.includes('--write');
for (const { name, source, variationAxes } of fonts) {
  const file = inRoot(`packages/ui-lite/src/styles/first-fonts/${name}.generated.woff2`);
  const cut = await subsetFont(readFileSync(inRoot('node_modules', source)), text, {
    targetFormat: 'woff2',
    noLayoutClosure: true,
    ...(variationAxes && { variationAxes }),
  });
  if (existsSync(file) && readFileSync(file).equals(cut)) continue;
  if (mayWrite) writeFileSync(file, cut);
  else {
    console.error(`${file} is not cut from ${source}: run node tools/checks/fonts.js --write`);
    process.exitCode = 1;
  }
}

/**
 * @param {number} first
 * @param {number} last
 */
function listLetters(first, last) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, place) => first + place));
}
