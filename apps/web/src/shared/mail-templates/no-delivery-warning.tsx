import Alert from '@mui/material/Alert';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useUser } from '#shared/session/session-context.tsx';

/** Warns before anyone writes an email that the workspace cannot send it. */
export function NoDeliveryWarning(): ReactElement | null {
  const { areas, deliversEmail } = useUser();
  if (deliversEmail) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      Email from this workspace is not delivered, because it has no working mail server.{' '}
      {areas.includes('settings') ? (
        <Link to="/admin/settings/mail">Set up a mail server</Link>
      ) : (
        'Ask an administrator to set one up.'
      )}
    </Alert>
  );
}
