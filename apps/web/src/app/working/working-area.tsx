import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import { AppProviders } from '@handover/ui/app-providers.tsx';
import { createQueryClient } from '../../shared/api/query-client.ts';
import { LiveUpdates } from '../../shared/live/live-updates.tsx';

/** What the pages of a signed-in user stand on: queries, theme and toasts. It lives as long as the workspace is shown. */
export default function WorkingArea({ children }: { children: ReactNode }): ReactElement {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <LiveUpdates />
      <AppProviders>{children}</AppProviders>
    </QueryClientProvider>
  );
}
