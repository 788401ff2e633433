import { createTheme, type Theme } from '@mui/material/styles';
import { tokens } from '@handover/ui-lite/tokens/tokens.ts';
import { controls } from './controls.ts';
import { color } from './css-colors.ts';
import { surfaces } from './surfaces.ts';

declare module '@mui/material/styles' {
  interface ThemeOptions {
    /** Makes MUI mix colors in CSS, because it cannot read custom properties. */
    colorSpace?: string;
  }
}

const { font, text, weight } = tokens;
const heading = { fontFamily: font.heading, fontWeight: weight.semibold, lineHeight: 1.3 };

/**
 * The MUI theme, created from the same tokens as the style sheets. Its colors are custom properties, so it works for
 * the light and the dark theme; `mode` only prevents MUI from adding its own overlay.
 */
export const theme: Theme = createTheme({
  colorSpace: 'srgb',
  spacing: tokens.space.unit,
  shape: { borderRadius: tokens.radius.base },
  breakpoints: { values: { xs: 0, ...tokens.breakpoint } },
  palette: {
    mode: 'light',
    primary: {
      main: color('primary-main'),
      dark: color('primary-dark'),
      light: color('primary-lighter'),
      contrastText: color('primary-contrast'),
    },
    secondary: { main: color('nav-primary'), contrastText: color('paper') },
    success: { main: color('success-main'), dark: color('success-text'), contrastText: color('grey-900') },
    warning: { main: color('warning-main'), dark: color('warning-text'), contrastText: color('grey-900') },
    info: { main: color('info-main'), dark: color('info-text'), contrastText: color('grey-900') },
    // MUI uses `main` for helper texts and danger buttons; the status tone itself is too light for text.
    error: {
      main: color('danger-main'),
      dark: color('danger-dark'),
      light: color('error-main'),
      contrastText: color('danger-contrast'),
    },
    grey: { 300: color('grey-300'), 400: color('grey-400'), 700: color('grey-700'), 800: color('grey-800') },
    text: {
      primary: color('text-primary'),
      secondary: color('text-secondary'),
      disabled: color('grey-500'),
    },
    background: { default: color('page'), paper: color('paper') },
    divider: color('divider'),
    action: {
      hover: color('hover'),
      active: color('text-secondary'),
      selected: color('neutral-tint'),
      disabled: color('grey-500'),
      disabledBackground: color('neutral-tint'),
    },
  },
  typography: {
    fontFamily: font.body,
    fontWeightLight: weight.light,
    fontWeightRegular: weight.regular,
    fontWeightMedium: weight.medium,
    fontWeightBold: weight.bold,
    h1: { ...heading, fontSize: text.h2 },
    h2: { ...heading, fontSize: text.h3 },
    h3: { ...heading, fontSize: text.h4 },
    h4: { ...heading, fontSize: text.h5 },
    h5: { ...heading, fontSize: text.h6 },
    h6: { ...heading, fontSize: text.large },
    subtitle1: { fontSize: text.large, fontWeight: weight.semibold, lineHeight: 1.5 },
    subtitle2: { fontSize: text.body, fontWeight: weight.semibold, lineHeight: 1.57 },
    body1: { fontSize: text.large, lineHeight: 1.5 },
    body2: { fontSize: text.body, lineHeight: 1.57 },
    caption: { fontSize: text.caption, lineHeight: 1.5, color: color('text-secondary') },
    button: { fontSize: text.body, fontWeight: weight.bold, lineHeight: 1.71, textTransform: 'none' },
  },
  components: { ...controls, ...surfaces },
});
