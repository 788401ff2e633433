import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import {
  bulkInputs,
  type BulkInputOf,
  previewBulkEmail,
  type BulkPreview,
} from '@handover/contract/records/bulk.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { MailFields, MailPage } from '#shared/mail-templates/mail-page.tsx';
import { NoDeliveryWarning } from '#shared/mail-templates/no-delivery-warning.tsx';
import { mailTemplatesQuery } from '#shared/mail-templates/mail-templates.queries.ts';
import { type BulkDialogProps, parseInput, type RecordSelection } from '#shared/records/list/record-list.ts';
import styles from './bulk-email.module.css';
import Alert from '@mui/material/Alert';
import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useDraftValues } from '#shared/forms/use-draft-values.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { Link } from 'react-router';

interface Mail {
  subject: string;
  html: string;
  templateId: string | undefined;
}

const empty: Mail = { subject: '', html: '', templateId: undefined };

/** Writes one email to many customers, each with a separate copy, and previews the first copies. */
export default function BulkEmailDialog(props: BulkDialogProps): ReactElement {
  const { selection, count, isPending, onStart, onClose } = props;
  const titleId = useId();
  const { values: mail, change, status, discard } = useDraftValues('bulk-email', empty);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isShown, setShown] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const close = (): void => (isWritten(mail) ? setLeaving(true) : onClose());
  const read = (): BulkInputOf<'customer'> | null => {
    const parsed = bulkInputs.customer.safeParse({ action: 'email', ...mail });
    setErrors(
      Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])),
    );
    return parsed.data ?? null;
  };
  const start = (): void => {
    const input = read();
    if (input !== null) onStart(input, discard);
  };
  const { hasPostalAddress } = useUser();
  const many = `${count.toLocaleString('en')} ${count === 1 ? 'customer' : 'customers'}`;
  return (
    <Dialog open onClose={close} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId}>Email {many}</DialogTitle>
      <DialogContent className={styles['content'] ?? ''}>
        <p className={styles['lead']}>
          Each customer gets a separate message with an unsubscribe link. Customers who are banned,
          unsubscribed, or without an address are skipped.
        </p>
        {status}
        <NoDeliveryWarning />
        {!hasPostalAddress && <AddressMissing />}
        {isShown ? (
          <BulkEmailPreview selection={selection} mail={mail} count={count} />
        ) : (
          <Writing mail={mail} errors={errors} onChange={change} />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={close}>
          Cancel
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => setShown(!isShown && read() !== null)}>
          {isShown ? 'Edit' : 'Preview'}
        </Button>
        <Button loading={isPending} disabled={!hasPostalAddress} onClick={start}>
          Send to {many}
        </Button>
      </DialogActions>
      {isLeaving && (
        <ConfirmDialog
          title="Close without sending?"
          confirmLabel="Close"
          isDangerous
          onConfirm={() => {
            discard();
            onClose();
          }}
          onClose={() => setLeaving(false)}
        >
          Your text will be lost.
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

/** Bulk email must contain the sender's postal address (CAN-SPAM Act, 15 U.S.C. § 7704). */
function AddressMissing(): ReactElement {
  const { areas } = useUser();
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      Bulk email must contain your postal address.{' '}
      {areas.includes('settings') ? (
        <>
          <Link to="/admin/settings/workspace">Add it in the settings</Link> before sending.
        </>
      ) : (
        'Ask an administrator to add it in the settings before sending.'
      )}
    </Alert>
  );
}

interface WritingProps {
  mail: Mail;
  errors: Readonly<Record<string, string>>;
  onChange: (part: Partial<Mail>) => void;
}

function Writing({ mail, errors, onChange }: WritingProps): ReactElement {
  const { data: templates = [] } = useQuery(mailTemplatesQuery());
  const toasts = useToasts();
  /** The template to use once the user confirms that it replaces what is written. */
  const [chosenId, setChosenId] = useState<string | null>(null);
  const findTemplate = (templateId: string | undefined) => templates.find(({ id }) => id === templateId);
  const apply = (templateId: string): void => {
    setChosenId(null);
    const template = findTemplate(templateId);
    if (template === undefined) return onChange({ templateId: undefined });
    onChange({ templateId, subject: template.subject, html: template.html });
    if (isWritten(mail)) toasts.undoable('Template applied', () => onChange(mail));
  };
  const applied = findTemplate(mail.templateId);
  const isReplaceable = !isWritten(mail) || (applied?.subject === mail.subject && applied.html === mail.html);
  return (
    <>
      {templates.length > 0 && (
        <LabeledSelect
          label="Template"
          value={chosenId ?? mail.templateId ?? ''}
          onChange={({ target: { value } }) =>
            isReplaceable || value === '' ? apply(value) : setChosenId(value)
          }
        >
          <option value="">None</option>
          {templates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </LabeledSelect>
      )}
      {chosenId !== null && (
        <Button variant="outlined" size="small" sx={{ justifySelf: 'start' }} onClick={() => apply(chosenId)}>
          Replace text with template
        </Button>
      )}
      <MailFields mail={mail} errors={errors} autoFocus onChange={onChange} />
    </>
  );
}

function isWritten({ subject, html }: Mail): boolean {
  return subject.trim() !== '' || html !== '';
}

interface BulkEmailPreviewProps {
  selection: RecordSelection;
  mail: { subject: string; html: string };
  count: number;
}

/** The email as each of the first customers would get it. */
export function BulkEmailPreview({ selection, mail, count }: BulkEmailPreviewProps): ReactElement {
  const body = parseInput(previewBulkEmail.body, { selection, subject: mail.subject, html: mail.html });
  const { data, error, refetch } = useQuery({
    queryKey: ['mail-preview', 'bulk', body],
    queryFn: async ({ signal }) => (await send(previewBulkEmail, { body }, { signal })).previews,
    staleTime: 240_000,
    retry: false,
  });
  if (error !== null)
    return <FailedState title="No preview" text={getErrorMessage(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Spinner />;
  return <Pages previews={data} count={count} />;
}

function Pages({ previews, count }: { previews: readonly BulkPreview[]; count: number }): ReactElement {
  const [index, setIndex] = useState(0);
  const preview = previews[index];
  if (preview === undefined)
    return <EmptyState icon="solar:users-group-rounded-bold-duotone" title="No customers match" />;
  const step = (by: number): void => setIndex((index + by + previews.length) % previews.length);
  return (
    <MailPage preview={preview}>
      <div className={styles['steps']}>
        <p role="status">
          <strong>{preview.customer.name}</strong>, {String(index + 1)} of the first {String(previews.length)}{' '}
          out of {count.toLocaleString('en')}
        </p>
        {previews.length > 1 && (
          <div className={styles['arrows']}>
            <Button size="small" variant="outlined" color="inherit" onClick={() => step(-1)}>
              Previous
            </Button>
            <Button size="small" variant="outlined" color="inherit" onClick={() => step(1)}>
              Next
            </Button>
          </div>
        )}
      </div>
      {preview.refusal !== null && preview.missing.length === 0 && (
        <Alert severity="warning">Skipped: {preview.refusal}</Alert>
      )}
    </MailPage>
  );
}
