import Button from '@mui/material/Button';
import type { TriageMail } from '@handover/contract/triage.ts';
import { useId, useRef, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { MessageAttachments } from '../read/message-attachments.tsx';
import { MessageHtml } from '../read/message-html.tsx';
import { FileDialog } from './file-dialog.tsx';
import styles from './triage-list.module.css';
import { useTriageMutations, type TriageMutation } from './use-triage-mutations.ts';

/** One mail: a line when closed; its text, files and what can be done with it when open. */
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
          <Icon name="solar:paperclip-linear" size={18} label="With attachments" />
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
      {mail.hasHtml ? <MessageHtml message={mail} /> : <p className={styles['text']}>{mail.text}</p>}
      <MessageAttachments attachments={mail.attachments} />
      <Acts mail={mail} />
    </>
  );
}

function Acts({ mail }: { mail: TriageMail }): ReactElement {
  const [isFiling, setFiling] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const triage = useTriageMutations(mail);
  const act = (name: TriageMutation): void => {
    triage.act(name);
    focusNeighbour(place.current);
  };
  const isWaiting = mail.verdict === null;
  const quiet = { variant: 'outlined', color: 'inherit', size: 'small', disabled: triage.isPending } as const;
  return (
    <div ref={place} className={styles['acts']}>
      <Button size="small" onClick={() => setFiling(true)}>
        File under a customer
      </Button>
      <Button {...quiet} component={Link} to={`/admin/users/create?triage=${mail.id}`}>
        Create a customer
      </Button>
      {isWaiting && (
        <Button {...quiet} onClick={() => act('ignore')}>
          Ignore
        </Button>
      )}
      {isWaiting && mail.from.address !== '' && (
        <Button {...quiet} onClick={() => act('spam')}>
          Spam
        </Button>
      )}
      {!isWaiting && (
        <Button {...quiet} onClick={() => act('restore')}>
          Move to waiting
        </Button>
      )}
      {isFiling && <FileDialog mail={mail} onClose={() => setFiling(false)} />}
    </div>
  );
}

/** The mail that an act is about leaves the list: the one after it comes next, else the one before. */
function focusNeighbour(part: Element | null): void {
  const mail = part?.closest('article');
  (mail?.nextElementSibling ?? mail?.previousElementSibling)?.querySelector('button')?.focus();
}
