import { describe, expect, it } from 'vitest';
import { dark, light } from './colors.ts';
import { createDarkCss, createTokensCss } from './css.ts';
import { tokens } from './tokens.ts';
import darkSheet from './dark.generated.css?raw';
import tokensSheet from './tokens.generated.css?raw';

const sheets = Object.entries(
  import.meta.glob<string>(
    ['../../../../apps/web/src/**/*.css', '../../../ui*/src/**/*.css', '!./*.generated.css'],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  ),
);

describe('the tokens', () => {
  it('match the sizes of the specification', () => {
    expect(tokens.size).toMatchObject({
      nav: 300,
      drawer: 288,
      headerMobile: 64,
      headerDesktop: 92,
      navItem: 44,
      auth: 420,
      avatar: 40,
      accountMenu: 200,
      titleBlock: 1000,
      logoSingle: 70,
      logoWidth: 217,
      logoHeight: 54,
    });
    expect(tokens.radius.base).toBe(8);
    expect(tokens.weight).toEqual({ light: 300, regular: 400, medium: 500, semibold: 600, bold: 700 });
    expect(light.color.nav).toMatchObject({ primary: '#305464', secondary: '#4D4D4D', text: '#1A1A1A' });
    expect(tokens.motion.layout).toBe('120ms linear');
  });

  it('are compared with the style sheets of the app', () => {
    expect(sheets.length).toBeGreaterThan(20);
  });

  it('are the same in the style sheet', () => {
    expect(tokensSheet).toBe(createTokensCss());
    expect(darkSheet).toBe(createDarkCss());
    expect(darkSheet).toContain(`--color-paper: ${dark.color.paper};`);
  });

  it('include every name that style sheets use', () => {
    const declared = new Set([...createTokensCss().matchAll(/--[\w-]+(?=:)/g)].map(([name]) => name));
    const groups = new RegExp(`var\\((--(?:${Object.keys({ ...light, ...tokens }).join('|')})-[\\w-]+)`, 'g');
    for (const [sheet, text] of sheets) {
      const unknown = [...text.matchAll(groups)]
        .map(([, name]) => name ?? '')
        .filter((name) => !declared.has(name));
      expect(unknown, sheet).toEqual([]);
    }
  });

  it('define every color: style sheets contain no hex values', () => {
    const colored = sheets.filter(([, text]) => /#[0-9a-f]{3,8}\b/i.test(text)).map(([sheet]) => sheet);
    expect(colored).toEqual([]);
  });

  it('define the breakpoints of every media query', () => {
    const widths = Object.values(tokens.breakpoint).flatMap((width) => [String(width), String(width - 0.05)]);
    for (const [sheet, text] of sheets) {
      const unknown = [...text.matchAll(/\((?:min|max)-width: ([\d.]+)px\)/g)]
        .map(([, width]) => width ?? '')
        .filter((width) => !widths.includes(width));
      expect(unknown, sheet).toEqual([]);
    }
  });
});
