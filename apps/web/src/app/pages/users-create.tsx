import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { triageMailQuery } from '#features/conversations/triage/triage.queries.ts';
import { useAssignEmail } from '#features/conversations/triage/use-assign-email.ts';
import { CreateCustomer } from '#features/customers/create/create-customer.tsx';
import Alert from '@mui/material/Alert';
import type { TriageMail } from '@handover/contract/conversations/triage.ts';

/** admin/users/create; `?triage=` is the ID of an email from an unknown sender to create a customer from. */
export default function UsersCreate(): ReactElement {
  const mailId = useSearchParams()[0].get('triage');
  return mailId === null ? <CreateCustomer /> : <CreateFromMail mailId={mailId} />;
}

/** If someone else has already handled the email, the form is empty. */
function CreateFromMail({ mailId }: { mailId: string }): ReactElement {
  const { data: mail, isPending } = useQuery(triageMailQuery(mailId));
  const filing = useAssignEmail(mailId, { isNew: true });
  if (isPending) return <Spinner isPage />;
  if (mail === undefined) return <CreateCustomer />;
  const { name, address } = mail.isSharedAddress ? { name: null, address: '' } : mail.from;
  return (
    <CreateCustomer
      initial={{ name: name ?? '', email: address, source: 'Email' }}
      note={<AssignmentNote mail={mail} />}
      draft={`mail:${mailId}`}
      cancelTo="/admin/users/triage"
      onCreated={filing.run}
    />
  );
}

/** Names the email that will be filed under the new customer. */
export function AssignmentNote({
  mail: { from, subject, isSharedAddress },
}: {
  mail: TriageMail;
}): ReactElement {
  return (
    <Alert severity="info" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      {subject === '' ? 'The email' : `“${subject}”`}
      {from.address !== '' && !isSharedAddress && ` and other email from ${from.address}`} goes into the
      conversation with this customer.
    </Alert>
  );
}
