import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { FilingNote } from '#features/conversations/triage/filing-note.tsx';
import { triageMailQuery } from '#features/conversations/triage/triage.queries.ts';
import { useFiling } from '#features/conversations/triage/use-filing.ts';
import { CreateCustomer } from '#features/customers/create/create-customer.tsx';

/** admin/users/create; `?triage=` names the mail of an unknown sender who becomes the customer */
export default function UsersCreate(): ReactElement {
  const mailId = useSearchParams()[0].get('triage');
  return mailId === null ? <CreateCustomer /> : <CreateFromMail mailId={mailId} />;
}

/** When somebody else has just dealt with the mail, what is left is an empty form. */
function CreateFromMail({ mailId }: { mailId: string }): ReactElement {
  const { data: mail, isPending } = useQuery(triageMailQuery(mailId));
  const filing = useFiling(mailId, { isNew: true });
  if (isPending) return <Spinner isPage />;
  if (mail === undefined) return <CreateCustomer />;
  const { name, address } = mail.from;
  return (
    <CreateCustomer
      initial={{ name: name ?? '', email: address, source: 'E-mail' }}
      note={<FilingNote mail={mail} />}
      cancelTo="/admin/users/triage"
      onCreated={filing.run}
    />
  );
}
