import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { Quarantine, QuarantinedContent } from '@handover/contract/documents/quarantines.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { openedQuery, getPhiKindName } from './quarantines.queries.ts';
import { useReview } from './use-review.ts';
import styles from './review-dialog.module.css';

interface ReviewDialogProps {
  id: string;
  onClose: () => void;
}

const nounByKind = { message: 'message', note: 'note', document: 'file', attachment: 'file' } as const;

/** Shows a quarantined email, note, or file, to release it or keep it quarantined, or to delete the file. */
export default function ReviewDialog({ id, onClose }: ReviewDialogProps): ReactElement {
  const titleId = useId();
  const { data, error } = useQuery({
    ...openedQuery(id),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: false,
    retry: false,
  });
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>Review {nounByKind[data?.quarantine.subject.kind ?? 'message']}</DialogTitle>
      {data === undefined ? (
        <>
          <DialogContent>
            {error === null ? <Spinner /> : <Alert severity="error">{getErrorMessage(error)}</Alert>}
          </DialogContent>
          <DialogActions>
            <Button variant="outlined" color="inherit" onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </>
      ) : (
        <Review quarantine={data.quarantine} content={data.content} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Review({
  quarantine,
  content,
  onClose,
}: {
  quarantine: Quarantine;
  content: QuarantinedContent;
  onClose: () => void;
}): ReactElement {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const review = useReview(quarantine, onClose);
  const { canRelease } = quarantine.abilities;
  const decide = (action: 'release' | 'keep'): void => {
    setMissing(reason.trim() === '');
    if (reason.trim() !== '' && !review.isPending) review.decide({ action, reason });
  };
  return (
    <>
      <DialogContent>
        <div className={styles['parts']}>
          {review.error !== null && <Alert severity="error">{getErrorMessage(review.error)}</Alert>}
          <Origin quarantine={quarantine} />
          <Findings findings={content.findings} />
          <Content content={content} />
          {canRelease ? (
            <LabeledInput
              label="Reason"
              placeholder="For example: test data, or sent by mistake and deleted at the clinic"
              multiline
              minRows={2}
              required
              value={reason}
              error={isMissing && reason.trim() === '' ? 'Enter a reason' : undefined}
              hint="Once released, everyone who can open the record can read and search it."
              onChange={(event) => setReason(event.target.value)}
            />
          ) : (
            <p className={styles['hint']}>
              {quarantine.subject.kind === 'document'
                ? 'Upload a new version without patient information'
                : 'Edit the note to remove patient information'}
              , or ask an administrator or the broker of the record to release it.
            </p>
          )}
        </div>
      </DialogContent>
      <DialogActions className={styles['actions']}>
        <Button variant="text" color="inherit" onClick={onClose}>
          {canRelease ? 'Cancel' : 'Close'}
        </Button>
        {canRelease && (
          <>
            {quarantine.subject.kind === 'document' && (
              <Button variant="outlined" color="error" onClick={review.remove}>
                Delete file
              </Button>
            )}
            <Button variant="outlined" color="inherit" onClick={() => decide('keep')}>
              Keep quarantined
            </Button>
            <Button loading={review.isPending} onClick={() => decide('release')}>
              Release
            </Button>
          </>
        )}
      </DialogActions>
    </>
  );
}

function Origin({
  quarantine: { from, record, createdAt, subject },
}: {
  quarantine: Quarantine;
}): ReactElement {
  const { timeZone } = useUser();
  return (
    <p className={styles['hint']}>
      {{ message: 'From ', note: 'By ', document: 'Added by ', attachment: 'From ' }[subject.kind]}
      {record?.name !== from && from}
      {record !== null && (
        <>
          {record.name !== from && ' on '}
          <Link to={`${recordInfo[record.type].path}${record.id}`}>{record.name}</Link>
        </>
      )}
      {', '}
      <RelativeTime time={createdAt} timeZone={timeZone} />. This review is recorded in the audit log.
    </p>
  );
}

function Findings({ findings }: Pick<QuarantinedContent, 'findings'>): ReactElement {
  return (
    <ul className={styles['findings']} aria-label="Found">
      {findings.map(({ kind, part, place, excerpt }, index) => (
        <li key={index}>
          <Pill tone="warning">
            {getPhiKindName(kind)}: {excerpt}
            {place != null && ` (${place})`}
            {place == null && (part === 'subject' || part === 'attachment') && ` (${part})`}
          </Pill>
        </li>
      ))}
    </ul>
  );
}

function Content({ content: { subject, text, attachments } }: { content: QuarantinedContent }): ReactElement {
  return (
    <section className={styles['content']} aria-label="Content">
      {subject !== null && <p className={styles['subject']}>{subject || 'No subject'}</p>}
      <p className={styles['text']}>{text}</p>
      {attachments.length > 0 && (
        <p className={styles['hint']}>
          {attachments.length === 1 ? 'Attachment' : 'Attachments'}: {attachments.join(', ')}
        </p>
      )}
    </section>
  );
}
