import Button from '@mui/material/Button';
import type { ReactElement } from 'react';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import type { PendingDraft } from '../write/draft/pending-drafts.ts';
import styles from './draft-line.module.css';
import type { Thread } from '../conversations.queries.ts';

/** The user's drafts to a customer and the actions on them. */
export interface Drafts {
  readonly waiting: readonly PendingDraft[];
  readonly open: (threadId: string | null) => void;
  readonly discard: (threadId: string | null) => void;
}

/** The draft of a reply in a thread. */
export function ThreadDraft({
  drafts,
  thread,
}: {
  drafts: Drafts | null;
  thread: Thread;
}): ReactElement | null {
  const draft = drafts?.waiting.find(({ threadId }) => threadId === thread.id);
  if (drafts === null || draft === undefined) return null;
  return <DraftLine drafts={drafts} draft={draft} text="Reply" name={thread.subject} />;
}

/**
 * Drafts outside the threads shown: new emails and replies in older threads. Shows nothing until `shownIds`
 * is loaded.
 */
export function LooseDrafts({
  drafts,
  shownIds,
}: {
  drafts: Drafts | null;
  shownIds: readonly string[] | null;
}): ReactElement | null {
  const loose = drafts?.waiting.filter(
    ({ threadId }) => threadId === null || shownIds?.includes(threadId) === false,
  );
  if (drafts === null || loose === undefined || loose.length === 0) return null;
  return (
    <div className={styles['loose']} role="group" aria-label="Drafts">
      {loose.map((draft) => {
        const subject = draft.subject.trim() === '' ? '(no subject)' : draft.subject;
        const text = draft.threadId === null ? `New email: ${subject}` : subject;
        return <DraftLine key={draft.threadId} drafts={drafts} draft={draft} text={text} name={subject} />;
      })}
    </div>
  );
}

interface DraftLineProps {
  drafts: Drafts;
  draft: PendingDraft;
  text: string;
  /** Names the draft in the labels of its buttons. */
  name: string;
}

function DraftLine({ drafts, draft, text, name }: DraftLineProps): ReactElement {
  const { timeZone } = useUser();
  return (
    <div className={styles['line']}>
      <Pill tone="info">Draft</Pill>
      <span className={styles['text']} title={text}>
        {text}
      </span>
      {draft.updatedAt !== null && (
        <span className={styles['time']}>
          <RelativeTime time={draft.updatedAt} timeZone={timeZone} />
        </span>
      )}
      <span className={styles['actions']}>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-label={`Continue draft: ${name}`}
          onClick={() => drafts.open(draft.threadId)}
        >
          Continue
        </Button>
        <Button
          size="small"
          variant="text"
          color="inherit"
          aria-label={`Discard draft: ${name}`}
          onClick={() => drafts.discard(draft.threadId)}
        >
          Discard
        </Button>
      </span>
    </div>
  );
}
