import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import { AppProviders } from '@handover/ui/app-providers.tsx';
import { createQueryClient } from '../../shared/api/query-client.ts';

/** What the pages of a signed-in user stand on: queries, theme and toasts. It lives as long as the workspace is shown. */
export default function WorkingArea({ children }: { children: ReactNode }): ReactElement {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <AppProviders>{children}</AppProviders>
    </QueryClientProvider>
  );
}
