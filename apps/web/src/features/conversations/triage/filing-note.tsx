import Alert from '@mui/material/Alert';
import type { TriageMail } from '@handover/contract/triage.ts';
import type { ReactElement } from 'react';

/** Says which mail becomes a new customer's first. */
export function FilingNote({ mail: { from, subject } }: { mail: TriageMail }): ReactElement {
  return (
    <Alert severity="info" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      {subject === '' ? 'The email' : `“${subject}”`}
      {from.address !== '' && ` and other mail from ${from.address}`} goes into the conversation with this
      customer.
    </Alert>
  );
}
