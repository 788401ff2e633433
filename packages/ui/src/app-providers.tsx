import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactElement, ReactNode } from 'react';
import { ToastProvider } from './feedback/toast-provider.tsx';
import { useBusyFocus } from './feedback/use-busy-focus.ts';
import './forms/select.css';
import { theme } from './theme/theme.ts';

/** Style nonce of the page's content policy, if any. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const cache = createCache({ key: 'ui', ...(nonce !== undefined && { nonce }) });

/** Theme, styles with the page's nonce, toasts, and button focus. */
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
