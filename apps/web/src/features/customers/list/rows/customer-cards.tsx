import type { Customer } from '@handover/contract/customers.ts';
import type { ReactElement } from 'react';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { RecordCard, RecordCards } from '../../../../shared/lists/record-card.tsx';
import { useUser } from '../../../../shared/session/session-context.tsx';
import { CustomerStatus } from '../../customer-status.tsx';
import { TagPills } from './cells.tsx';

/** The page's customers on a phone. */
export function CustomerCards({ customers }: { customers: readonly Customer[] }): ReactElement {
  const { timeZone } = useUser();
  return (
    <RecordCards label="Customers">
      {customers.map((customer) => (
        <RecordCard
          key={customer.id}
          picture={<Avatar name={customer.name} photoUrl={customer.avatarUrl} />}
          name={customer.name}
          to={`/admin/users/view/${customer.id}`}
          status={<CustomerStatus customer={customer} />}
          details={[customer.company, customer.email ?? customer.phone]}
          end={
            customer.lastActivityAt !== null && (
              <RelativeTime time={customer.lastActivityAt} timeZone={timeZone} />
            )
          }
        >
          <TagPills customer={customer} />
        </RecordCard>
      ))}
    </RecordCards>
  );
}
