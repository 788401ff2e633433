import type { Customer } from '@handover/contract/customers.ts';
import { useId, type ReactElement } from 'react';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { customText } from '#shared/customers/custom-fields.ts';
import { RecordCard, RecordCards } from '#shared/lists/record-card.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { CustomerStatus } from '../../customer-status.tsx';
import type { DisplaySettings } from '../columns/use-display-settings.ts';
import { PageBox } from '../selection/page-box.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { TagPills } from './cells.tsx';
import styles from './customer-cards.module.css';
import { maxFacts } from './most-facts.ts';

interface CustomerCardsProps {
  customers: readonly Customer[];
  looks: DisplaySettings;
  /** Null while the cards lead to their records. */
  selection: Selection | null;
}

/** The page's customers on a phone. */
export function CustomerCards({ customers, looks, selection }: CustomerCardsProps): ReactElement {
  const { timeZone } = useUser();
  const pageBoxId = useId();
  return (
    <>
      {selection !== null && (
        <div className={styles['page']}>
          <PageBox id={pageBoxId} ids={customers.map(({ id }) => id)} selection={selection} />
          <label htmlFor={pageBoxId}>Select all on this page</label>
        </div>
      )}
      <RecordCards label="Customers">
        {customers.map((customer) => (
          <RecordCard
            key={customer.id}
            picture={<Avatar name={customer.name} photoUrl={customer.avatarUrl} />}
            name={customer.name}
            to={`/admin/users/view/${customer.id}`}
            status={<CustomerStatus customer={customer} />}
            details={[customer.company, customer.email ?? customer.phone]}
            facts={factsOf(customer, looks)}
            end={
              customer.lastActivityAt !== null && (
                <RelativeTime time={customer.lastActivityAt} timeZone={timeZone} />
              )
            }
            selection={
              selection && {
                isSelected: selection.has(customer.id),
                onToggle: () => selection.toggle(customer.id),
              }
            }
          >
            <TagPills customer={customer} />
          </RecordCard>
        ))}
      </RecordCards>
    </>
  );
}

/** What the first of the workspace's own columns say, as they stand; blank ones are left out. */
function factsOf(
  customer: Customer,
  { columns, currency }: DisplaySettings,
): [name: string, value: string][] {
  return columns
    .flatMap(({ field }) => field ?? [])
    .slice(0, maxFacts)
    .map((field): [string, string] => [field.name, customText(field, customer.custom[field.id], currency)])
    .filter(([, value]) => value !== '');
}
