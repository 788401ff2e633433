import { tokens } from '@handover/ui-lite/tokens/tokens.ts';
import sheet from '@handover/ui-lite/tokens/tokens.generated.css?raw';
import { expect, it } from 'vitest';
import { theme } from './theme.ts';

it('matches the tokens', () => {
  expect(theme.shape.borderRadius).toBe(tokens.radius.base);
  expect(theme.breakpoints.values).toMatchObject(tokens.breakpoint);
  expect(theme.typography.fontFamily).toBe(tokens.font.body);
  expect(theme.typography.body2.fontSize).toBe(tokens.text.body);
  expect(theme.typography.button).toMatchObject({
    fontSize: tokens.text.body,
    fontWeight: tokens.weight.bold,
    textTransform: 'none',
  });
});

it('takes its colors from the style sheet, so that they follow the light and the dark theme', () => {
  expect(theme.palette.primary.main).toBe('var(--color-primary-main)');
  expect(theme.palette.background).toMatchObject({
    default: 'var(--color-page)',
    paper: 'var(--color-paper)',
  });
  const declared = new Set([...sheet.matchAll(/--[\w-]+(?=:)/g)].map(([name]) => name));
  const used = [...JSON.stringify(theme).matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name ?? '');
  expect(used.length).toBeGreaterThan(30);
  expect(used.filter((name) => !declared.has(name))).toEqual([]);
});
