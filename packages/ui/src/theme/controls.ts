import type { Components, Theme } from '@mui/material/styles';
import { tokens } from '@handover/ui-lite/tokens/tokens.ts';
import { color } from './css-colors.ts';

const { radius, size, text, weight } = tokens;
const focusRing = { outline: `2px solid ${color('focus')}`, outlineOffset: 2 };

/** Styles of buttons and inputs. */
export const controls: Components<Theme> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&.Mui-focusVisible': focusRing } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: 'contained' },
    styleOverrides: {
      root: { minHeight: size.control, padding: '6px 16px', minWidth: 0 },
      sizeSmall: { minHeight: 32, padding: '2px 10px', fontSize: text.small },
      sizeLarge: { minHeight: 48, padding: '8px 22px' },
      outlined: { borderColor: color('input-border'), backgroundColor: color('paper') },
      startIcon: { marginLeft: -2 },
    },
    variants: [
      {
        props: { variant: 'outlined', color: 'inherit' },
        style: { color: color('text-primary'), '&:hover': { borderColor: color('text-primary') } },
      },
    ],
  },
  MuiIconButton: {
    styleOverrides: {
      root: { borderRadius: radius.base, color: color('text-secondary') },
      sizeSmall: { padding: 6 },
    },
  },
  MuiOutlinedInput: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      root: {
        minHeight: size.control,
        backgroundColor: color('paper'),
        fontSize: text.body,
        '& .MuiOutlinedInput-notchedOutline': { borderColor: color('input-border') },
        '&:hover:not(.Mui-focused, .Mui-error) .MuiOutlinedInput-notchedOutline': {
          borderColor: color('text-primary'),
        },
      },
      // 16 px on phones, because smaller text makes them zoom in on focus.
      input: {
        '@media (max-width: 899.95px)': { fontSize: text.large },
        '&::placeholder': { color: color('text-secondary'), opacity: 1 },
      },
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: {
        marginBottom: 6,
        fontSize: text.small,
        fontWeight: weight.semibold,
        color: color('text-primary'),
        '&.Mui-focused': { color: color('text-primary') },
      },
    },
  },
  MuiFormControlLabel: {
    styleOverrides: {
      // Aligns the visible checkbox with the labels of other fields.
      root: { '&:has(> .MuiCheckbox-root)': { marginLeft: -8 } },
      label: { fontSize: text.body },
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: { marginLeft: 0, marginRight: 0, fontSize: text.caption, color: color('text-secondary') },
    },
  },
  MuiCheckbox: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      root: {
        padding: 6,
        color: color('input-border'),
        '&.Mui-focusVisible': { ...focusRing, outlineOffset: -2 },
      },
    },
  },
  MuiRadio: { defaultProps: { size: 'small' }, styleOverrides: { root: { color: color('input-border') } } },
  MuiChip: {
    styleOverrides: {
      root: { borderRadius: radius.base, fontWeight: weight.medium },
      outlined: { borderColor: color('input-border'), backgroundColor: color('paper') },
      deleteIcon: { color: color('text-secondary') },
    },
  },
  MuiTabs: {
    styleOverrides: {
      root: { minHeight: 44 },
      indicator: { height: 2, backgroundColor: color('primary-main') },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: {
        minHeight: 44,
        minWidth: 0,
        padding: '8px 2px',
        marginRight: 24,
        fontWeight: weight.semibold,
        color: color('text-secondary'),
        '&.Mui-selected': { color: color('text-primary') },
        '&.Mui-focusVisible': { ...focusRing, outlineOffset: -2 },
      },
    },
  },
  MuiToggleButton: {
    styleOverrides: { root: { borderColor: color('divider'), color: color('text-secondary') } },
  },
  MuiLink: { styleOverrides: { root: { color: color('primary-dark'), textUnderlineOffset: 3 } } },
};
