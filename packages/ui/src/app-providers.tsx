import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactElement, ReactNode } from 'react';
import { ToastProvider } from './feedback/toast-provider.tsx';
import { useBusyFocus } from './feedback/use-busy-focus.ts';
import { theme } from './theme/theme.ts';

/** The nonce that this page's content policy allows styles with; undefined where the page came without one. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const cache = createCache({ key: 'ui', ...(nonce !== undefined && { nonce }) });

/** Theme, styles under the page's nonce, toasts, and the focus of buttons that work. */
export function AppProviders({ children }: { children: ReactNode }): ReactElement {
  useBusyFocus();
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>
        <ToastProvider>{children}</ToastProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
