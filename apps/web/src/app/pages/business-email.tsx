import { listEmailAddresses } from '@handover/contract/customers/contact-points.ts';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState, type ReactElement } from 'react';
import { customerQuery } from '#features/customers/customers.queries.ts';
import { useUser } from '#shared/session/session-context.tsx';

const EmailComposer = lazy(() => import('#features/conversations/write/email-composer.tsx'));
const RecipientsEmail = lazy(() => import('#features/conversations/write/recipients-email.tsx'));

interface NewEmailProps {
  business: BusinessDetail;
  threadId: string | null;
  onThread: (threadId: string | null) => void;
}

/** An email to the owner or to other recipients. */
export default function NewEmail({
  business: { id, name, owner },
  threadId,
  onThread,
}: NewEmailProps): ReactElement {
  const [isToOthers, setToOthers] = useState(false);
  const isOwnerReadable = useUser().areas.includes('users') && owner !== null;
  const { data: customer, isPending } = useQuery({
    ...customerQuery(owner?.id ?? ''),
    enabled: isOwnerReadable,
  });
  if (isOwnerReadable && isPending) return <></>;
  const written = customer === undefined ? [] : listEmailAddresses(customer);
  const isToOwner = customer !== undefined && written.length > 0 && !isToOthers;
  return (
    <>
      {customer !== undefined && written.length > 0 && (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1, mb: 1, overflowWrap: 'anywhere' }}>
          <span>To {isToOwner ? customer.name : 'someone else'}</span>
          <Button size="small" variant="text" color="inherit" onClick={() => setToOthers(!isToOthers)}>
            {isToOwner ? 'Email someone else' : `Email ${customer.name}`}
          </Button>
        </Stack>
      )}
      {isToOwner ? (
        <EmailComposer
          customerId={customer.id}
          business={{ id, name }}
          threadId={threadId}
          onThread={onThread}
          addresses={written}
        />
      ) : (
        <RecipientsEmail businessId={id} replyTo={null} onSent={() => setToOthers(false)} />
      )}
    </>
  );
}
