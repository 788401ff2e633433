import type { ReactElement } from 'react';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { MessagePage } from './message-page.tsx';

/** Shown when even the visitor's own dashboard is closed to them. */
export default function NoAccess(): ReactElement {
  const { signOut } = useSessionActions();
  return (
    <MessagePage icon="solar:lock-keyhole-minimalistic-bold-duotone" level="h2" title="No access">
      <p>
        Your role in this workspace does not include this page. Ask an administrator for access, or choose
        another workspace in the menu.
      </p>
      <Button variant="outlined" onClick={signOut}>
        Use another account
      </Button>
    </MessagePage>
  );
}
