import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Message } from '@handover/contract/conversations.ts';
import type { CustomerDetail } from '@handover/contract/customers.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import {
  Link,
  Navigate,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
  type NavigateFunction,
} from 'react-router';
import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { customerQuery } from '#features/customers/customers.queries.ts';
import { RecordHeader } from '#features/customers/record/record-header.tsx';
import { RecordRail } from '#features/customers/record/record-rail.tsx';
import { ApiError, messageOf } from '#shared/api/api-error.ts';
import { optionalPart } from '#shared/page/optional-part.ts';
import { usePageHeading } from '#shared/page/page-heading.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { Composer, composerTabOf, type ComposerTab } from './users-view-composer.tsx';
import { RecordSections } from './users-view-sections.tsx';
import styles from './users-view.module.css';

const RecordDuplicates = optionalPart(() => import('#features/customers/duplicates/record-duplicates.tsx'));
const Memberships = optionalPart(() => import('#features/customers/account-members/memberships.tsx'));
const OwnedBusinesses = optionalPart(() => import('#features/businesses/owned-businesses.tsx'));

/** admin/users/view/:id */
export default function UsersView(): ReactElement {
  const { id = '' } = useParams();
  const query = useQuery(customerQuery(id));
  // Who has been merged is answered by the one that they are part of now.
  if (query.data !== undefined && query.data.id !== id)
    return <Navigate replace to={`/admin/users/view/${query.data.id}`} />;
  if (query.data !== undefined) return <Record key={id} customer={query.data} />;
  if (query.error === null) return <Spinner isPage />;
  if (query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 400))
    return <Missing />;
  return (
    <FailedState
      title="The customer could not be loaded"
      text={messageOf(query.error)}
      onRetry={() => void query.refetch()}
    />
  );
}

function Record({ customer }: { customer: CustomerDetail }): ReactElement {
  const isNarrow = useMediaQuery('(max-width: 1199.95px)', { noSsr: true });
  const { tab, setTab, threadId, showThread, writeTo } = useComposerTab();
  const addresses =
    customer.email === null ? customer.extraEmails : [customer.email, ...customer.extraEmails];
  const reply = useReply({ customerId: customer.id, addresses });
  usePageHeading({ title: customer.name, description: customer.company ?? customer.accountType });

  const hasBusinesses = useUser().areas.includes('business-center') && customer.deletedAt === null;

  const rail = (
    <RecordRail customer={customer}>
      {customer.deletedAt === null && (
        <Suspense>
          <Memberships customer={customer} />
        </Suspense>
      )}
      {hasBusinesses && (
        <Suspense>
          <OwnedBusinesses customerId={customer.id} />
        </Suspense>
      )}
    </RecordRail>
  );
  return (
    <div className={styles['page']}>
      <RecordHeader customer={customer} />
      {customer.abilities.canUpdate && (
        <Suspense>
          <RecordDuplicates customerId={customer.id} />
        </Suspense>
      )}
      <div className={styles['columns']}>
        <div className={styles['main']}>
          {customer.abilities.canUpdate && (
            <Composer
              customer={customer}
              tab={tab}
              onTab={setTab}
              threadId={threadId}
              onThread={showThread}
              addresses={addresses}
            />
          )}
          <RecordSections
            customer={customer}
            rail={isNarrow ? rail : null}
            onReply={(message) => void reply(message).then(() => writeTo(message.threadId))}
            onDraft={writeTo}
          />
        </div>
        {!isNarrow && <aside aria-label="Details">{rail}</aside>}
      </div>
    </div>
  );
}

interface ComposerTabs {
  tab: ComposerTab;
  setTab: (tab: ComposerTab) => void;
  /** The thread that an e-mail answers in; null for a new one. */
  threadId: string | null;
  /** Shows the draft of a thread, or of a new e-mail, where one is written; the focus stays where it is, unless it was there. */
  showThread: (threadId: string | null) => void;
  /** The same with the focus there, wherever on the page it was. */
  writeTo: (threadId: string | null) => void;
}

/** An address that ends in `?compose=email#composer` leads to where an e-mail is written, with `thread` to an answer. */
function useComposerTab(): ComposerTabs {
  const [params] = useSearchParams();
  const { hash, key } = useLocation();
  const asked = composerTabOf(params.get('compose'));
  const [tab, setTab] = useState(asked);
  const [followed, setFollowed] = useState(key);
  if (followed !== key) {
    setFollowed(key);
    if (hash === '#composer') setTab(asked);
  }
  const show = useShowDraft(params);
  return {
    tab,
    setTab,
    threadId: params.get('thread'),
    showThread: useCallback((threadId) => show(threadId, { isFocused: hasFocus() }), [show]),
    writeTo: useCallback((threadId) => show(threadId, { isFocused: true }), [show]),
  };
}

/** Names a draft in the address, for as long as the record is on screen. */
function useShowDraft(
  params: URLSearchParams,
): (threadId: string | null, focus: { isFocused: boolean }) => void {
  const navigate = useNavigate();
  const here = useRef<{ navigate: NavigateFunction; params: URLSearchParams } | null>(null);
  useEffect(() => {
    here.current = { navigate, params };
    return () => {
      here.current = null;
    };
  });
  return useCallback((threadId, { isFocused }) => {
    if (here.current === null) return;
    const search = new URLSearchParams(here.current.params);
    search.set('compose', 'email');
    if (threadId === null) search.delete('thread');
    else search.set('thread', threadId);
    const to = { search: search.toString(), hash: isFocused ? 'composer' : '' };
    void here.current.navigate(to, { replace: true });
  }, []);
}

function hasFocus(): boolean {
  return document.querySelector('#composer')?.contains(document.activeElement) === true;
}

/** Makes the draft of an e-mail an answer; its code comes with the composer's. */
function useReply({
  customerId,
  addresses,
}: {
  customerId: string;
  addresses: readonly string[];
}): (message: Message) => Promise<void> {
  const { id: userId } = useUser();
  const toasts = useToasts();
  const client = useQueryClient();
  return async (message) => {
    const { startReply } = await import('#features/conversations/write/start-reply.ts');
    const undo = await startReply(client, { userId, customerId, message, addresses });
    if (undo !== null) toasts.undoable('Your draft now answers this e-mail', undo);
  };
}

function Missing(): ReactElement {
  return (
    <EmptyState
      icon="solar:user-cross-bold-duotone"
      title="There is no such customer"
      text="They may have been removed, belong to another workspace, or not be among yours."
      action={
        <Button component={Link} to="/admin/users" variant="outlined" color="inherit">
          To all customers
        </Button>
      }
    />
  );
}
