import { describe, expect, it } from 'vitest';
import { tokens } from './tokens.ts';

const { color } = tokens;

function channels(text: string): [number, number, number, number] {
  const hex = /^#(..)(..)(..)$/.exec(text);
  if (hex !== null)
    return [
      Number.parseInt(hex[1] ?? '', 16),
      Number.parseInt(hex[2] ?? '', 16),
      Number.parseInt(hex[3] ?? '', 16),
      1,
    ];
  const [red = 0, green = 0, blue = 0, alpha = 1] = [...text.matchAll(/[\d.]+/g)].map(Number);
  return [red, green, blue, alpha];
}

function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2 contrast of a text on a ground that may be a tint over `below`. */
function contrast(text: string, ground: string, below: string = color.paper): number {
  const [r, g, b, alpha] = channels(ground);
  const [br, bg, bb] = channels(below);
  const mixed = [r * alpha + br * (1 - alpha), g * alpha + bg * (1 - alpha), b * alpha + bb * (1 - alpha)];
  const [light = 0, dark = 0] = [luminance(mixed), luminance(channels(text).slice(0, 3))].sort(
    (one, other) => other - one,
  );
  return (light + 0.05) / (dark + 0.05);
}

describe('text is readable at 4.5:1', () => {
  it.each([
    ['caption on the page', color.text.secondary, color.page, color.paper],
    ['caption on a table head', color.text.secondary, color.grey[200], color.paper],
    ['white on primary', color.primary.contrast, color.primary.main, color.paper],
    ['dark primary on its tint', color.primary.dark, color.primary.lighter, color.paper],
    ['an active menu entry', color.nav.primary, color.nav.active, color.paper],
    ['white on danger', color.text.onDark, color.danger.main, color.paper],
    ['an error below a field', color.danger.main, color.page, color.paper],
  ])('%s', (_title, text, ground, below) => {
    expect(contrast(text, ground, below)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['success', 'warning', 'error', 'info', 'neutral'] as const)(
    'a %s label on its tint, on paper and on the page',
    (tone) => {
      expect(contrast(color[tone].text, color[tone].tint, color.paper)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(color[tone].text, color[tone].tint, color.page)).toBeGreaterThanOrEqual(4.5);
    },
  );
});

describe('what is not text is visible at 3:1', () => {
  it.each([
    ['the border of an input', color.inputBorder, color.paper],
    ['the border of an input on the page', color.inputBorder, color.page],
    ['the focus ring', color.focus, color.page],
  ])('%s', (_title, line, ground) => {
    expect(contrast(line, ground)).toBeGreaterThanOrEqual(3);
  });
});
