import { describe, expect, it } from 'vitest';
import { dark, light } from './colors.ts';

const themes = { light, dark };

function parseChannels(text: string): [number, number, number, number] {
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

function calculateLuminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The WCAG 2 contrast of a text color on a background, which may be a translucent tint over `below`. */
function calculateContrast(text: string, ground: string, below: string): number {
  const [r, g, b, alpha] = parseChannels(ground);
  const [br, bg, bb] = parseChannels(below);
  const mixed = [r * alpha + br * (1 - alpha), g * alpha + bg * (1 - alpha), b * alpha + bb * (1 - alpha)];
  const [light = 0, dark = 0] = [
    calculateLuminance(mixed),
    calculateLuminance(parseChannels(text).slice(0, 3)),
  ].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const { color } = themes[theme];

  it.each([
    ['text on paper', color.text.primary, color.paper],
    ['a caption on the page', color.text.secondary, color.page],
    ['a caption on paper', color.text.secondary, color.paper],
    ['a caption on a table head', color.text.secondary, color.grey[200]],
    ['the text of a primary button', color.primary.contrast, color.primary.main],
    ['the text of a primary button below the pointer', color.primary.contrast, color.primary.dark],
    ['primary on paper', color.primary.main, color.paper],
    ['a link on the page', color.primary.dark, color.page],
    ['dark primary on its tint', color.primary.dark, color.primary.lighter],
    ['text on the primary tint', color.text.primary, color.primary.lighter],
    ['a menu entry', color.nav.secondary, color.paper],
    ['an active menu entry', color.nav.primary, color.nav.active],
    ['the text of a danger button', color.danger.contrast, color.danger.main],
    ['the text of a danger button below the pointer', color.danger.contrast, color.danger.dark],
    ['an error below a field', color.danger.main, color.page],
    ['a toast', color.text.onDark, color.grey[800]],
    ['grey text', color.grey[700], color.grey[200]],
  ])('%s is readable at 4.5:1', (_title, text, ground) => {
    expect(calculateContrast(text, ground, color.paper)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['success', 'warning', 'error', 'info', 'neutral'] as const)(
    'a %s label is readable on its tint, on paper and on the page',
    (tone) => {
      expect(calculateContrast(color[tone].text, color[tone].tint, color.paper)).toBeGreaterThanOrEqual(4.5);
      expect(calculateContrast(color[tone].text, color[tone].tint, color.page)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each([
    ['the border of an input', color.inputBorder, color.paper],
    ['the border of an input on the page', color.inputBorder, color.page],
    ['the focus ring', color.focus, color.page],
    ['the focus ring on paper', color.focus, color.paper],
  ])('%s is visible at 3:1', (_title, line, ground) => {
    expect(calculateContrast(line, ground, color.paper)).toBeGreaterThanOrEqual(3);
  });
});
