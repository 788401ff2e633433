import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { bulkInputs, type BulkInputOf } from '@handover/contract/bulk.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { MailFields } from '#shared/mail-templates/mail-page.tsx';
import { mailTemplatesQuery } from '#shared/mail-templates/mail-templates.queries.ts';
import type { BulkDialogProps } from '#shared/records/list/record-list.ts';
import styles from './bulk-email.module.css';
import { BulkEmailPreview } from './bulk-email-preview.tsx';

interface Mail {
  subject: string;
  html: string;
  templateId: string | undefined;
}

const empty: Mail = { subject: '', html: '', templateId: undefined };

/** Writes one email to many customers, each with a copy of their own, and previews the first copies. */
export default function BulkEmailDialog(props: BulkDialogProps): ReactElement {
  const { selection, count, isPending, onStart, onClose } = props;
  const titleId = useId();
  const [mail, setMail] = useState(empty);
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
    if (input !== null) onStart(input);
  };
  const many = `${count.toLocaleString('en')} ${count === 1 ? 'customer' : 'customers'}`;
  return (
    <Dialog open onClose={close} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId}>Email {many}</DialogTitle>
      <DialogContent className={styles['content'] ?? ''}>
        <p className={styles['lead']}>
          Each customer gets a separate message with an unsubscribe link. Customers who are banned,
          unsubscribed, or without an address are skipped.
        </p>
        {isShown ? (
          <BulkEmailPreview selection={selection} mail={mail} count={count} />
        ) : (
          <Writing
            mail={mail}
            errors={errors}
            onChange={(part) => setMail((last) => ({ ...last, ...part }))}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={close}>
          Cancel
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => setShown(!isShown && read() !== null)}>
          {isShown ? 'Edit' : 'Preview'}
        </Button>
        <Button loading={isPending} onClick={start}>
          Send
        </Button>
      </DialogActions>
      {isLeaving && (
        <ConfirmDialog
          title="Close without sending?"
          confirmLabel="Close"
          isDangerous
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          Your text will be lost.
        </ConfirmDialog>
      )}
    </Dialog>
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
  const begin = (templateId: string): void => {
    const template = templates.find(({ id }) => id === templateId);
    if (template === undefined) return onChange({ templateId: undefined });
    onChange({ templateId, subject: template.subject, html: template.html });
    if (isWritten(mail)) toasts.undoable('Template applied', () => onChange(mail));
  };
  return (
    <>
      {templates.length > 0 && (
        <LabelledSelect
          label="Template"
          value={mail.templateId ?? ''}
          onChange={(event) => begin(event.target.value)}
        >
          <option value="">None</option>
          {templates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </LabelledSelect>
      )}
      <MailFields mail={mail} errors={errors} autoFocus onChange={onChange} />
    </>
  );
}

function isWritten({ subject, html }: Mail): boolean {
  return subject.trim() !== '' || html !== '';
}
