import { fold } from '@handover/domain/text/fold.ts';
import { getRoleLevel } from '@handover/contract/auth/roles.ts';
import { NoAccess } from '#shared/page/message-page.tsx';
import { listDirectory, type Colleague } from '@handover/contract/records/directory.ts';
import { PageToolbar } from '@handover/ui/parts/page-toolbar.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState, NoMatch } from '@handover/ui/states/state-panel.tsx';
import Card from '@mui/material/Card';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { SearchBox } from '#shared/lists/search-box.tsx';
import styles from './directory.module.css';
import type { Role } from '@handover/contract/auth/roles.ts';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** user */
export default function DirectoryPage(): ReactElement {
  const { role } = useUser();
  return getRoleLevel(role) >= getRoleLevel('STAFF') ? <Directory /> : <NoAccess />;
}

/** The people of the workspace; `?q=` filters them by name, email, or phone. */
function Directory(): ReactElement {
  const [params, setParams] = useSearchParams();
  const query = params.get('q') ?? '';
  const search = (text: string): void =>
    setParams(text === '' ? {} : { q: text }, { replace: true, preventScrollReset: true });
  const { data, error, refetch } = useQuery(directoryQuery());
  const found = data?.filter((person) => isFound(person, query));
  return (
    <>
      <PageToolbar>
        <div className={styles['search']}>
          <SearchBox noun="people" fields="name, email, or phone" value={query} onSearch={search} />
        </div>
      </PageToolbar>
      {found === undefined && (
        <Card>
          {error === null ? (
            <ListSkeleton columns={['48px', '1fr']} rowHeight={88} rows={4} />
          ) : (
            <FailedState
              title="The directory could not be loaded"
              text={getErrorMessage(error)}
              onRetry={() => void refetch()}
            />
          )}
        </Card>
      )}
      {found?.length === 0 && (
        <Card>
          <NoMatch noun="people" onClear={() => search('')} />
        </Card>
      )}
      {found !== undefined && found.length > 0 && (
        <ul className={styles['people']} aria-label="People">
          {found.map((person) => (
            <PersonCard key={person.id} person={person} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Whether every word occurs. Digits match a phone number regardless of how it is grouped. */
function isFound({ displayName, email, phone }: Colleague, query: string): boolean {
  const text = fold(`${displayName} ${email} ${phone ?? ''}`);
  const words = fold(query).split(/\s+/);
  const digits = query.replace(/\D/g, '');
  const isNumber = digits.length >= 3 && /^[\d\s()+.\-/]+$/.test(query);
  const isByNumber = isNumber && (phone ?? '').replace(/\D/g, '').includes(digits);
  return isByNumber || words.every((word) => text.includes(word));
}

const roleNames = {
  CLIENT: 'Client',
  STAFF: 'Staff',
  ADMIN: 'Admin',
  SUPERADMIN: 'Superadmin',
} as const satisfies Record<Role, string>;

/** The contact details of a colleague, with a link to the customers they are responsible for. */
function PersonCard({ person }: { person: Colleague }): ReactElement {
  const { id } = useUser();
  const { displayName, email, phone, photoURL, role, customerCount } = person;
  return (
    <li className={styles['person']}>
      <Avatar name={displayName} photoUrl={photoURL} size={48} />
      <div className={styles['text']}>
        <h2 className={styles['name']}>
          {displayName}
          {person.id === id && <span className={styles['you']}> (you)</span>}
        </h2>
        <Pill tone="neutral">{roleNames[role]}</Pill>
        <a href={`mailto:${email}`}>{email}</a>
        {phone !== null && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
        {customerCount !== null && (
          <p className={styles['customers']}>
            {customerCount === 0 ? (
              'No customers'
            ) : (
              <Link to={`/admin/users?brokerId=${person.id}`}>
                Broker of {customerCount.toLocaleString('en')}{' '}
                {customerCount === 1 ? 'customer' : 'customers'}
              </Link>
            )}
          </p>
        )}
      </div>
    </li>
  );
}

/** The members of the workspace, by name. */
const directoryQuery = (): QueryFor<Colleague[]> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'directory'],
    queryFn: async ({ signal }) => (await send(listDirectory, {}, { signal })).people,
  });
