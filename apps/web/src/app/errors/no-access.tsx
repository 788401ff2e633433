import type { ReactElement } from 'react';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { MessagePage } from './message-page.tsx';

/** For whom even the own dashboard is closed. */
export default function NoAccess(): ReactElement {
  const { signOut } = useSessionActions();
  return (
    <MessagePage
      icon="solar:lock-keyhole-minimalistic-bold-duotone"
      level="h2"
      title="You have no access here"
    >
      <p>
        Your role in this workspace does not open this page. Ask an administrator of the workspace, or choose
        another workspace in the menu.
      </p>
      <Button variant="outlined" onClick={signOut}>
        Sign in as somebody else
      </Button>
    </MessagePage>
  );
}
