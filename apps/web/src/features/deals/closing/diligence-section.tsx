import {
  closeDiligenceRequest,
  requestStateNames,
  type DiligenceRequest,
} from '@handover/contract/deals/diligence-requests.ts';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { requestsQuery, useDealChange } from './closing.queries.ts';
import styles from './closing.module.css';

const RequestDialog = lazy(() => import('./request-dialog.tsx'));
const ReturnDialog = lazy(() => import('./return-dialog.tsx'));
const AnswerDialog = lazy(() => import('./answer-dialog.tsx'));

const tones = { open: 'warning', answered: 'info', closed: 'success' } as const;

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'answer' | 'return'; readonly request: DiligenceRequest };

/** The buyer's due diligence requests and the seller's responses. */
export default function DiligenceSection({ dealId }: { dealId: string }): ReactElement {
  const query = useQuery(requestsQuery(dealId));
  const [open, setOpen] = useState<Open | null>(null);
  const { requests = [], canAdd = false } = query.data ?? {};
  const close = (): void => setOpen(null);
  return (
    <div className={styles['section']}>
      {canAdd && (
        <Button sx={{ justifySelf: 'end' }} onClick={() => setOpen({ kind: 'new' })}>
          Add request
        </Button>
      )}
      <PagedPanel
        query={query}
        count={requests.length}
        empty={{
          icon: 'solar:clipboard-list-bold-duotone',
          title: 'No diligence requests yet',
          text: 'Due diligence requests from the buyer will appear here with the seller’s answers.',
        }}
        failed="The requests could not be loaded"
      >
        <ul className={styles['list']}>
          {requests.map((request) => (
            <RequestItem
              key={request.id}
              request={request}
              onEdit={() => setOpen({ kind: 'edit', request })}
              onAnswer={() => setOpen({ kind: 'answer', request })}
              onReturn={() => setOpen({ kind: 'return', request })}
            />
          ))}
        </ul>
      </PagedPanel>
      {(open?.kind === 'new' || open?.kind === 'edit') && (
        <Suspense>
          <RequestDialog
            dealId={dealId}
            request={open.kind === 'edit' ? open.request : null}
            onClose={close}
          />
        </Suspense>
      )}
      {open?.kind === 'answer' && (
        <Suspense>
          <AnswerDialog request={open.request} onClose={close} />
        </Suspense>
      )}
      {open?.kind === 'return' && (
        <Suspense>
          <ReturnDialog request={open.request} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

interface RequestItemProps {
  request: DiligenceRequest;
  onEdit: () => void;
  onAnswer: () => void;
  onReturn: () => void;
}

function RequestItem({ request, onEdit, onAnswer, onReturn }: RequestItemProps): ReactElement {
  const { id, number, title, details, dueOn, state, answer, answeredBy, abilities, version } = request;
  const { canUpdate, canAnswer, canReturn, canClose } = abilities;
  const isClosed = state === 'closed';
  const { run } = useDealChange({
    act: (close: boolean) =>
      send(closeDiligenceRequest, { params: { id }, body: { version, isClosed: close } }),
    done: isClosed ? 'Request reopened' : 'Request closed',
  });
  const actions = [
    ...(canUpdate ? [{ label: 'Edit', icon: 'solar:pen-linear', onSelect: onEdit }] : []),
    ...(canReturn ? [{ label: 'Return to seller', icon: 'solar:undo-left-linear', onSelect: onReturn }] : []),
    ...(canClose
      ? [
          isClosed
            ? { label: 'Reopen', icon: 'solar:restart-linear', onSelect: () => run(false) }
            : { label: 'Close', icon: 'solar:check-circle-linear', onSelect: () => run(true) },
        ]
      : []),
  ];
  return (
    <li className={styles['item']}>
      <div className={styles['text']}>
        <p className={styles['name']}>
          {number}. {title} <StatusLabel tone={tones[state]}>{requestStateNames[state]}</StatusLabel>
        </p>
        {details !== null && <p className={styles['pre']}>{details}</p>}
        {dueOn !== null && <p className={styles['note']}>Due {formatDate(dueOn)}</p>}
        {answer !== null && (
          <blockquote className={styles['answer']}>
            {answer}
            {answeredBy !== null && <footer className={styles['note']}>{answeredBy.displayName}</footer>}
          </blockquote>
        )}
        {request.returnReason !== null && <p className={styles['note']}>Returned: {request.returnReason}</p>}
      </div>
      {canAnswer && (
        <Button variant="outlined" color="inherit" onClick={onAnswer}>
          {answer === null ? 'Answer' : 'Change answer'}
        </Button>
      )}
      {actions.length > 0 && (
        <MenuButton isIconOnly label={`Actions for request ${String(number)}`} actions={actions} />
      )}
    </li>
  );
}
