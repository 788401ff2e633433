// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tokensCss } from './css.ts';
import { tokens } from './tokens.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const sheets = globSync(['apps/web/src/**/*.css', 'packages/ui*/src/**/*.css'], { cwd: root });

describe('the tokens', () => {
  it('are the sizes of the specification', () => {
    expect(tokens.size).toMatchObject({ nav: 300, drawer: 288, headerMobile: 64, headerDesktop: 92, navItem: 44, auth: 420, avatar: 40, accountMenu: 200, titleBlock: 1000, logoSingle: 70, logoWidth: 217, logoHeight: 54 });
    expect(tokens.radius.base).toBe(8);
    expect(tokens.weight).toEqual({ light: 300, regular: 400, medium: 500, semibold: 600, bold: 700 });
    expect(tokens.color.nav).toMatchObject({ primary: '#305464', secondary: '#4D4D4D', text: '#1A1A1A' });
    expect(tokens.motion.layout).toBe('120ms linear');
  });

  it('stand in the style sheet as they stand here', () => {
    expect(read('packages/ui-lite/src/tokens/tokens.css')).toBe(tokensCss());
  });

  it('have every name that style sheets ask of them', () => {
    const declared = new Set([...tokensCss().matchAll(/--[\w-]+(?=:)/g)].map(([name]) => name));
    const groups = new RegExp(`var\\((--(?:${Object.keys(tokens).join('|')})-[\\w-]+)`, 'g');
    for (const sheet of sheets) {
      const unknown = [...read(sheet).matchAll(groups)].map(([, name]) => name ?? '').filter((name) => !declared.has(name));
      expect(unknown, sheet).toEqual([]);
    }
  });

  it('give every colour: a style sheet writes no hex', () => {
    const coloured = sheets.filter((sheet) => !sheet.endsWith('tokens.css') && /#[0-9a-f]{3,8}\b/i.test(read(sheet)));
    expect(coloured).toEqual([]);
  });

  it('give the breakpoints of every media query', () => {
    const widths = Object.values(tokens.breakpoint).flatMap((width) => [String(width), String(width - 0.05)]);
    for (const sheet of sheets) {
      const unknown = [...read(sheet).matchAll(/\((?:min|max)-width: ([\d.]+)px\)/g)].map(([, width]) => width ?? '').filter((width) => !widths.includes(width));
      expect(unknown, sheet).toEqual([]);
    }
  });
});
