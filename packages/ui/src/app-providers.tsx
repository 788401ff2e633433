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

interface AppProvidersProps {
  /** Identifies the page on screen. */
  page?: string;
  children: ReactNode;
}

/** Theme, styles with the page's nonce, toasts, and button focus. */
export function AppProviders({ page = '', children }: AppProvidersProps): ReactElement {
  useBusyFocus();
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>
        <ToastProvider page={page}>{children}</ToastProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
