import type { Colleague } from '@handover/contract/directory.ts';
import { PageToolbar } from '@handover/ui/parts/page-toolbar.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState, NoMatch } from '@handover/ui/states/state-panel.tsx';
import Card from '@mui/material/Card';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '#shared/api/api-error.ts';
import { SearchBox } from '#shared/lists/search-box.tsx';
import { directoryQuery } from './directory.queries.ts';
import styles from './directory.module.css';
import { PersonCard } from './person-card.tsx';

/** The people of the workspace; `?q=` narrows them by name, e-mail or phone. */
export function Directory(): ReactElement {
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
          <SearchBox noun="people" fields="name, e-mail or phone" value={query} onSearch={search} />
        </div>
      </PageToolbar>
      {found === undefined && (
        <Card>
          {error === null ? (
            <ListSkeleton columns={['48px', '1fr']} rowHeight={88} rows={4} />
          ) : (
            <FailedState
              title="The directory could not be loaded"
              text={messageOf(error)}
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

/** Whether every word occurs; digits match a phone number however they are grouped. */
function isFound({ displayName, email, phone }: Colleague, query: string): boolean {
  const text = fold(`${displayName} ${email} ${phone ?? ''}`);
  const words = fold(query).split(/\s+/);
  const digits = query.replace(/\D/g, '');
  const isNumber = digits.length >= 3 && /^[\d\s()+.\-/]+$/.test(query);
  const isByNumber = isNumber && (phone ?? '').replace(/\D/g, '').includes(digits);
  return isByNumber || words.every((word) => text.includes(word));
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
