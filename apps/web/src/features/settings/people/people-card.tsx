import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Person } from '@handover/contract/members.ts';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import styles from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { RemoveSecondFactorDialog } from './remove-second-factor-dialog.tsx';
import { peopleQuery } from './people.queries.ts';
import { PersonRow } from './person-row.tsx';

/** Members with role and last visit. */
export function PeopleCard(): ReactElement {
  const people = useQuery(peopleQuery());
  const [leaving, setLeaving] = useState<Person | null>(null);
  const [helped, setHelped] = useState<Person | null>(null);
  const rows = people.data ?? [];
  return (
    <SettingsCard title="People" text="Roles are in force at once. Clients are managed as users.">
      <PagedPanel
        query={people}
        count={rows.length}
        empty={{ icon: 'solar:users-group-rounded-bold-duotone', title: 'Nobody works here yet' }}
        failed="The people could not be loaded"
      >
        <ul className={styles['list']}>
          {rows.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              onDeactivate={() => setLeaving(person)}
              onRemoveSecondFactor={() => setHelped(person)}
            />
          ))}
        </ul>
      </PagedPanel>
      {leaving !== null && <DeactivateDialog person={leaving} onClose={() => setLeaving(null)} />}
      {helped !== null && <RemoveSecondFactorDialog person={helped} onClose={() => setHelped(null)} />}
    </SettingsCard>
  );
}
