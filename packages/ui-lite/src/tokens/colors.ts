const whiteOnDark = '#FFFFFF';

/** Colors and shadows of the light theme, the default. */
export const light = {
  color: {
    primary: { main: '#00796B', dark: '#00695C', darker: '#004D40', lighter: '#D8F0EC', contrast: '#FFFFFF' },
    nav: {
      primary: '#305464',
      secondary: '#4D4D4D',
      text: '#1A1A1A',
      active: 'rgba(48, 84, 100, 0.1)',
      hover: 'rgba(48, 84, 100, 0.06)',
    },
    grey: {
      50: '#FCFDFD',
      100: '#F9FAFB',
      200: '#F4F6F8',
      300: '#DFE3E8',
      400: '#C4CDD5',
      500: '#919EAB',
      600: '#637381',
      700: '#454F5B',
      800: '#1C252E',
      900: '#141A21',
    },
    text: { primary: '#1C252E', secondary: '#5B6B79', onDark: whiteOnDark },
    success: { main: '#22C55E', text: '#065E49', tint: 'rgba(34, 197, 94, 0.16)' },
    warning: { main: '#FFAB00', text: '#7A4100', tint: 'rgba(255, 171, 0, 0.16)' },
    error: { main: '#FF5630', text: '#7A0916', tint: 'rgba(255, 86, 48, 0.16)' },
    info: { main: '#00B8D9', text: '#003768', tint: 'rgba(0, 184, 217, 0.16)' },
    neutral: { main: '#919EAB', text: '#454F5B', tint: 'rgba(145, 158, 171, 0.16)' },
    danger: { main: '#B71D18', dark: '#8E1510', contrast: '#FFFFFF' },
    page: '#F4F6F8',
    paper: '#FFFFFF',
    divider: 'rgba(145, 158, 171, 0.2)',
    hover: 'rgba(145, 158, 171, 0.08)',
    inputBorder: '#788694',
    focus: '#00796B',
    backdrop: 'rgba(20, 26, 33, 0.48)',
    headerOffset: 'rgba(249, 250, 251, 0.8)',
  },
  shadow: {
    card: '0 0 2px 0 rgba(145, 158, 171, 0.2), 0 12px 24px -4px rgba(145, 158, 171, 0.12)',
    dropdown: '0 0 2px 0 rgba(145, 158, 171, 0.24), -20px 20px 40px -4px rgba(145, 158, 171, 0.24)',
    header: '0 8px 16px 0 rgba(145, 158, 171, 0.16)',
  },
} as const;

type Colors<Tree> = { readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Colors<Tree[Key]> };

/**
 * The same names for the dark theme. Surfaces get lighter with their elevation. Primary and danger are light colors
 * with dark text on them, because they are also used as text colors.
 */
export const dark: Colors<typeof light> = {
  color: {
    primary: { main: '#35B8A5', dark: '#62CDBD', darker: '#A9E4DB', lighter: '#123F39', contrast: '#06201C' },
    nav: {
      primary: '#A3CBDD',
      secondary: '#B6C0CA',
      text: '#EEF2F5',
      active: 'rgba(140, 190, 213, 0.16)',
      hover: 'rgba(140, 190, 213, 0.08)',
    },
    grey: {
      50: '#182028',
      100: '#1A232B',
      200: '#232E38',
      300: '#303C48',
      400: '#43515E',
      500: '#7D8B98',
      600: '#93A1AE',
      700: '#C4CDD5',
      800: '#34414E',
      900: '#0E1318',
    },
    text: { primary: '#E9EEF3', secondary: '#A5B3C0', onDark: whiteOnDark },
    success: { main: '#22C55E', text: '#86E8A0', tint: 'rgba(34, 197, 94, 0.16)' },
    warning: { main: '#FFAB00', text: '#FFD27A', tint: 'rgba(255, 171, 0, 0.16)' },
    error: { main: '#FF5630', text: '#FFB8A5', tint: 'rgba(255, 86, 48, 0.16)' },
    info: { main: '#00B8D9', text: '#8CDDF0', tint: 'rgba(0, 184, 217, 0.16)' },
    neutral: { main: '#919EAB', text: '#C4CDD5', tint: 'rgba(145, 158, 171, 0.2)' },
    danger: { main: '#FF8F7A', dark: '#FFB1A1', contrast: '#2C0A06' },
    page: '#12181E',
    paper: '#1B242C',
    divider: 'rgba(145, 158, 171, 0.22)',
    hover: 'rgba(145, 158, 171, 0.1)',
    inputBorder: '#74828F',
    focus: '#35B8A5',
    backdrop: 'rgba(6, 9, 12, 0.64)',
    headerOffset: 'rgba(18, 24, 30, 0.84)',
  },
  shadow: {
    card: '0 0 2px 0 rgba(0, 0, 0, 0.3), 0 12px 24px -4px rgba(0, 0, 0, 0.2)',
    dropdown: '0 0 0 1px rgba(145, 158, 171, 0.2), -20px 20px 40px -4px rgba(0, 0, 0, 0.5)',
    header: '0 8px 16px 0 rgba(0, 0, 0, 0.3)',
  },
};
