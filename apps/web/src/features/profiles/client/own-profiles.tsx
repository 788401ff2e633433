import { openCimPdf, type ApprovalRequest } from '@handover/contract/profiles.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { downloadTicket } from '#shared/files/files.ts';
import { useHashTarget } from '#shared/lists/use-hash-target.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { useProfileChange } from '../profiles.queries.ts';
import { formatKind, ownProfilesQuery } from './own-profiles.queries.ts';
import styles from './own-profiles.module.css';

const AnswerDialog = lazy(() => import('./answer-dialog.tsx'));
const CimDialog = lazy(() => import('./cim-dialog.tsx'));

/** Profiles for the client to approve, and the CIMs open to them; renders nothing if there are none. */
export default function OwnProfiles(): ReactElement | null {
  const { data, error, refetch } = useQuery(ownProfilesQuery());
  if (data === undefined)
    return error === null ? null : (
      <FailedState
        title="Your approvals could not be loaded"
        text={getErrorMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  const pending = data.approvals.filter(({ state }) => state === 'pending');
  if (pending.length + data.cims.length === 0) return null;
  return (
    <section className={styles['card']} aria-label="Needs your attention">
      <h2 className={styles['title']}>
        {pending.length > 0 ? 'Needs your attention' : 'Confidential documents'}
      </h2>
      <ul className={styles['list']}>
        {pending.map((approval) => (
          <ApprovalRow key={approval.id} approval={approval} />
        ))}
        {data.cims.map((cim) => (
          <CimRow key={cim.dealId} {...cim} />
        ))}
      </ul>
    </section>
  );
}

function ApprovalRow({ approval }: { approval: ApprovalRequest }): ReactElement {
  const { timeZone } = useUser();
  const [isOpen, setOpen] = useState(false);
  const { id, kind, businessName, senderName, deadline } = approval;
  return (
    <Row
      hash={`approval-${id}`}
      title={`Approve the ${formatKind(kind)} for ${businessName}`}
      note={
        <>
          From {senderName}, due <RelativeTime time={deadline} timeZone={timeZone} />
        </>
      }
      actions={<Button onClick={() => setOpen(true)}>Review and respond</Button>}
    >
      {isOpen && <AnswerDialog approvalId={id} onClose={() => setOpen(false)} />}
    </Row>
  );
}

interface CimRowProps {
  dealId: string;
  businessName: string;
  releasedAt: string;
}

function CimRow({ dealId, businessName, releasedAt }: CimRowProps): ReactElement {
  const { timeZone } = useUser();
  const [isOpen, setOpen] = useState(false);
  const download = useProfileChange({
    act: () => send(openCimPdf, { params: { id: dealId } }),
    onDone: ({ ticket }) => downloadTicket(ticket),
  });
  return (
    <Row
      hash={`cim-${dealId}`}
      title={`Confidential information memorandum for ${businessName}`}
      note={
        <>
          Released <RelativeTime time={releasedAt} timeZone={timeZone} />. Each view is recorded.
        </>
      }
      actions={
        <>
          <Button
            variant="outlined"
            color="inherit"
            loading={download.isPending}
            onClick={() => download.run(undefined)}
          >
            PDF
          </Button>
          <Button onClick={() => setOpen(true)}>Read</Button>
        </>
      }
    >
      {isOpen && <CimDialog dealId={dealId} onClose={() => setOpen(false)} />}
    </Row>
  );
}

interface RowProps {
  /** The URL hash that scrolls to it. */
  hash: string;
  title: string;
  note: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}

function Row({ hash, title, note, actions, children }: RowProps): ReactElement {
  const { ref } = useHashTarget<HTMLLIElement>(hash);
  return (
    <li ref={ref} className={styles['row']}>
      <div className={styles['text']}>
        <p className={styles['name']}>{title}</p>
        <p className={styles['note']}>{note}</p>
      </div>
      <div className={styles['actions']}>{actions}</div>
      <Suspense>{children}</Suspense>
    </li>
  );
}
