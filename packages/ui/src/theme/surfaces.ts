import type { Components, Theme } from '@mui/material/styles';
import { tokens } from '@handover/ui-lite/tokens/tokens.ts';
import { color } from './css-colors.ts';

const { radius, text, weight } = tokens;
const createStatusAlert = (tone: 'success' | 'warning' | 'error' | 'info') => ({
  backgroundColor: color(`${tone}-tint`),
  color: color(`${tone}-text`),
  '& .MuiAlert-icon': { color: color(`${tone}-text`) },
});

/** Styles of backgrounds and cards. */
export const surfaces: Components<Theme> = {
  MuiPaper: { defaultProps: { elevation: 0 } },
  MuiCard: { styleOverrides: { root: { borderRadius: radius.card, boxShadow: 'var(--shadow-card)' } } },
  MuiPopover: {
    styleOverrides: { paper: { borderRadius: radius.base + 2, boxShadow: 'var(--shadow-dropdown)' } },
  },
  MuiMenu: { styleOverrides: { list: { padding: 4, minWidth: 160 } } },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        gap: 10,
        minHeight: 36,
        padding: '6px 10px',
        borderRadius: radius.item,
        fontSize: text.body,
        '&.Mui-selected': {
          backgroundColor: color('primary-lighter'),
          '&:hover': { backgroundColor: color('primary-lighter') },
        },
        '&.Mui-focusVisible': { outlineOffset: -2 },
      },
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      paper: { borderRadius: radius.base + 2, boxShadow: 'var(--shadow-dropdown)' },
      option: { borderRadius: radius.item, fontSize: text.body },
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: {
        borderRadius: radius.card,
        boxShadow: 'var(--shadow-dropdown)',
        overflowWrap: 'anywhere',
        '@media (max-width: 599.95px)': { margin: 16, width: 'calc(100% - 32px)' },
      },
      paperFullScreen: {
        borderRadius: 0,
        '@media (max-width: 599.95px)': { margin: 0, width: '100%' },
      },
    },
  },
  MuiDialogTitle: { styleOverrides: { root: { padding: '24px 24px 12px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '16px 24px 24px', gap: 4 } } },
  MuiBackdrop: {
    styleOverrides: {
      root: { backgroundColor: color('backdrop') },
      invisible: { backgroundColor: 'transparent' },
    },
  },
  MuiTooltip: {
    defaultProps: { arrow: true },
    styleOverrides: {
      tooltip: { backgroundColor: color('grey-800'), fontSize: text.caption },
      arrow: { color: color('grey-800') },
    },
  },
  MuiAlert: {
    styleOverrides: { root: { fontSize: text.body } },
    variants: (['success', 'warning', 'error', 'info'] as const).map((severity) => ({
      props: { variant: 'standard', severity },
      style: createStatusAlert(severity),
    })),
  },
  MuiTableCell: {
    styleOverrides: {
      root: { borderBottomColor: color('divider'), fontVariantNumeric: 'tabular-nums' },
      head: {
        fontSize: text.small,
        fontWeight: weight.semibold,
        lineHeight: 1.5,
        color: color('text-secondary'),
        backgroundColor: color('grey-200'),
      },
    },
  },
  MuiTableRow: { styleOverrides: { root: { '&:last-of-type td': { borderBottom: 0 } } } },
  MuiSkeleton: {
    defaultProps: { animation: 'wave' },
    styleOverrides: { root: { backgroundColor: color('grey-300') } },
  },
};
