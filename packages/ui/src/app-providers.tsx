import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { styleNonce } from '@handover/ui-lite/style-nonce.ts';
import { SnackbarProvider } from 'notistack';
import type { ReactElement, ReactNode } from 'react';
import { theme } from './theme/theme.ts';

const cache = createCache({ key: 'ui', ...(styleNonce !== undefined && { nonce: styleNonce }) });

/** Theme, styles under the page's nonce, and toasts at the bottom left. */
export function AppProviders({ children }: { children: ReactNode }): ReactElement {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>
        <SnackbarProvider maxSnack={3} autoHideDuration={5000} anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}>
          {children}
        </SnackbarProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
