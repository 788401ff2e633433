import Button from '@mui/material/Button';
import {
  type TriageMail,
  ignoreTriageMail,
  restoreTriageMail,
} from '@handover/contract/conversations/triage.ts';
import { lazy, Suspense, useId, useRef, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { QuarantineNotice } from '#shared/quarantines/quarantine-notice.tsx';
import { MessageAttachments } from '../read/message-attachments.tsx';
import { MessageHtml } from '../read/message-html.tsx';
import styles from './triage-list.module.css';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

const FileDialog = lazy(() => import('./assign-dialog.tsx'));

/** One email: a line when closed; text, files, and actions when open. */
export function TriageItem({ mail }: { mail: TriageMail }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const contentId = useId();
  const { timeZone } = useUser();
  const sender = (mail.from.name ?? mail.from.address) || 'No sender';
  return (
    <article className={styles['mail']} aria-label={`Email from ${sender}`}>
      <button
        type="button"
        className={styles['top']}
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => setOpen(!isOpen)}
      >
        <Avatar name={sender} size={36} />
        <span className={styles['who']}>
          <span className={styles['sender']}>{sender}</span>
          <span className={styles['subject']}>
            {mail.subject || 'No subject'}
            {!isOpen && mail.snippet !== '' && <span className={styles['snippet']}> — {mail.snippet}</span>}
          </span>
        </span>
        {mail.verdict === 'spam' && <StatusLabel tone="warning">Spam</StatusLabel>}
        {mail.attachments.length > 0 && (
          <Icon name="solar:paperclip-linear" size={18} label="Has attachments" />
        )}
        <span className={styles['time']}>
          <RelativeTime time={mail.receivedAt} timeZone={timeZone} />
        </span>
      </button>
      <div id={contentId} className={styles['content']} hidden={!isOpen}>
        {isOpen && <Content mail={mail} />}
      </div>
    </article>
  );
}

function Content({ mail }: { mail: TriageMail }): ReactElement {
  return (
    <>
      {mail.from.address !== '' && <p className={styles['address']}>From {mail.from.address}</p>}
      {mail.quarantineId !== null && <QuarantineNotice id={mail.quarantineId} text={mail.text} />}
      {mail.quarantineId === null && <Text mail={mail} />}
      <MessageAttachments attachments={mail.attachments} />
      <Actions mail={mail} />
    </>
  );
}

function Text({ mail }: { mail: TriageMail }): ReactElement {
  return mail.hasHtml ? <MessageHtml message={mail} /> : <p className={styles['text']}>{mail.text}</p>;
}

function Actions({ mail }: { mail: TriageMail }): ReactElement {
  const [isFiling, setFiling] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const triage = useTriageMutations(mail);
  const action = (name: TriageMutation): void => {
    triage.action(name);
    focusNeighbor(place.current);
  };
  const isWaiting = mail.verdict === null;
  const secondary = {
    variant: 'outlined',
    color: 'inherit',
    size: 'small',
    disabled: triage.isPending,
  } as const;
  return (
    <div ref={place} className={styles['actions']}>
      <Button size="small" onClick={() => setFiling(true)}>
        Assign to customer
      </Button>
      <Button {...secondary} component={Link} to={`/admin/users/create?triage=${mail.id}`}>
        Create a customer
      </Button>
      {isWaiting && (
        <Button {...secondary} onClick={() => action('ignore')}>
          Ignore
        </Button>
      )}
      {isWaiting && mail.from.address !== '' && (
        <Button {...secondary} onClick={() => action('spam')}>
          Mark as spam
        </Button>
      )}
      {!isWaiting && (
        <Button {...secondary} onClick={() => action('restore')}>
          Move to inbox
        </Button>
      )}
      {isFiling && (
        <Suspense>
          <FileDialog mail={mail} onClose={() => setFiling(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Once an email is handled and leaves the list, moves the focus to the next email, or else to the previous one. */
function focusNeighbor(part: Element | null): void {
  const mail = part?.closest('article');
  (mail?.nextElementSibling ?? mail?.previousElementSibling)?.querySelector('button')?.focus();
}

export type TriageMutation = 'ignore' | 'spam' | 'restore';

interface TriageMutations {
  action: (action: TriageMutation) => void;
  isPending: boolean;
}

/** Ignore, mark as spam, and restore, each with an undo. */
export function useTriageMutations({ id, from }: TriageMail): TriageMutations {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: (action: TriageMutation) =>
      action === 'restore'
        ? send(restoreTriageMail, { params: { id } })
        : send(ignoreTriageMail, { params: { id }, body: { asSpam: action === 'spam' } }),
    onSuccess: ({ mail: { verdict } }, action) => {
      const undo = (): void => mutate('restore');
      if (action === 'ignore') toasts.undoable('Email ignored', undo);
      if (action === 'spam')
        toasts.undoable(
          verdict === 'spam'
            ? `Email from ${from.address} marked as spam`
            : `Email ignored. Other email from ${from.address} was not marked as spam, because this address is used by several customers.`,
          undo,
        );
      if (action === 'restore') toasts.done('Moved to inbox');
    },
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh({ noun: 'triage', customerId: null }),
  });
  return { action: mutate, isPending };
}
