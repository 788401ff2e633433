import { tokens } from '@handover/ui-lite/tokens/tokens.ts';
import { expect, it } from 'vitest';
import { theme } from './theme.ts';

it('says the same as the tokens', () => {
  expect(theme.palette.mode).toBe('light');
  expect(theme.palette.primary.main).toBe(tokens.color.primary.main);
  expect(theme.palette.text.secondary).toBe(tokens.color.text.secondary);
  expect(theme.palette.background).toMatchObject({ default: tokens.color.page, paper: tokens.color.paper });
  expect(theme.palette.grey[500]).toBe(tokens.color.grey[500]);
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
