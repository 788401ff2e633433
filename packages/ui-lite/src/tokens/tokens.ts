/**
 * Sizes, fonts, and curves of the product. The style sheets of this folder are generated from this file and from
 * `colors.ts` (`node packages/ui-lite/src/tokens/write-css.js`); the MUI theme uses it too.
 */
export const tokens = {
  radius: { base: 8, card: 16, item: 6, label: 6 },
  space: { unit: 8 },
  size: {
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
    control: 40,
  },
  breakpoint: { sm: 600, md: 900, lg: 1200, xl: 1536 },
  font: {
    body: "'DM Sans Variable', 'DM Sans Fallback', sans-serif",
    heading: "'Barlow', 'Barlow Fallback', sans-serif",
    mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  },
  text: { caption: 12, small: 13, body: 14, large: 16, h6: 17, h5: 19, h4: 22, h3: 26, h2: 32 },
  weight: { light: 300, regular: 400, medium: 500, semibold: 600, bold: 700 },
  motion: { layout: '120ms linear', offset: '200ms' },
} as const;
