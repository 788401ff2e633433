import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { Quarantine, QuarantinedContent } from '@handover/contract/documents/quarantines.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
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
  const { data, error } = useQuery({
    ...openedQuery(id),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: false,
    retry: false,
  });
  if (data?.quarantine.abilities.canRelease === true)
    return <ReviewForm quarantine={data.quarantine} content={data.content} onClose={onClose} />;
  return (
    <ReadDialog title={toTitle(data?.quarantine)} onClose={onClose}>
      {data !== undefined ? (
        <div className={styles['parts']}>
          <Subject quarantine={data.quarantine} content={data.content} />
          <p className={styles['hint']}>
            {data.quarantine.subject.kind === 'document'
              ? 'Upload a new version without patient information'
              : 'Edit the note to remove patient information'}
            , or ask an administrator or the broker of the record to release it.
          </p>
        </div>
      ) : error === null ? (
        <Spinner />
      ) : (
        <Alert severity="error">{getErrorMessage(error)}</Alert>
      )}
    </ReadDialog>
  );
}

function toTitle(quarantine: Quarantine | undefined): string {
  return `Review ${nounByKind[quarantine?.subject.kind ?? 'message']}`;
}

interface ReadDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

function ReadDialog({ title, onClose, children }: ReadDialogProps): ReactElement {
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface SubjectProps {
  quarantine: Quarantine;
  content: QuarantinedContent;
}

function ReviewForm({ quarantine, content, onClose }: SubjectProps & { onClose: () => void }): ReactElement {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const review = useReview(quarantine, onClose);
  const decide = (action: 'release' | 'keep'): void => {
    setMissing(reason.trim() === '');
    if (reason.trim() !== '' && !review.isPending) review.decide({ action, reason });
  };
  return (
    <FormDialog
      // The reason may contain patient information.
      draft={null}
      maxWidth="sm"
      title={toTitle(quarantine)}
      submitLabel="Release"
      failure={review.error === null ? undefined : getErrorMessage(review.error)}
      aside={
        <>
          {quarantine.subject.kind === 'document' && (
            <Button variant="outlined" color="error" onClick={review.remove}>
              Delete file
            </Button>
          )}
          <Button variant="outlined" color="inherit" sx={{ mr: 'auto' }} onClick={() => decide('keep')}>
            Keep quarantined
          </Button>
        </>
      }
      isPending={review.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        decide('release');
      }}
      onClose={onClose}
    >
      <Subject quarantine={quarantine} content={content} />
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
    </FormDialog>
  );
}

function Subject({ quarantine, content }: SubjectProps): ReactElement {
  return (
    <>
      <Origin quarantine={quarantine} />
      <Findings findings={content.findings} />
      <Content content={content} />
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
