import Alert from '@mui/material/Alert';
import type { MailPreview } from '@handover/contract/conversations/mail-templates.ts';
import type { ReactElement, ReactNode } from 'react';
import { RichEditor } from '@handover/ui/editor/lazy-rich-editor.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { useFrameUrl } from '#shared/appearance/appearance.ts';
import { fieldInserts, listFields, subjectHint } from './mail-templates.queries.ts';
import styles from './mail-page.module.css';

interface MailPageProps {
  preview: MailPreview;
  /** Text above the email: who gets it, or why they do not. */
  children?: ReactNode;
}

/** An email as a customer would get it, in a sandboxed frame. */
export function MailPage({ preview: { subject, missing, url }, children }: MailPageProps): ReactElement {
  const frameUrl = useFrameUrl();
  return (
    <div className={styles['page']}>
      {children}
      {missing.length > 0 && (
        <Alert severity="warning">
          No value for the {listFields(missing)}. Add a fallback, as in{' '}
          <code>{`{{${missing[0] ?? ''}|you}}`}</code>, or this customer will not get the email.
        </Alert>
      )}
      <div className={styles['mail']}>
        <p className={styles['subject']}>{subject}</p>
        <iframe
          key={url}
          src={frameUrl(url)}
          title={`Preview: ${subject}`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          className={styles['frame']}
        />
      </div>
    </div>
  );
}

interface MailFieldsProps {
  mail: { readonly subject: string; readonly html: string };
  /** Messages for invalid fields. */
  errors: Readonly<Record<string, string>>;
  /** Shown below the message. */
  hint?: string;
  autoFocus?: boolean;
  onChange: (part: { subject: string } | { html: string }) => void;
}

/** Subject and message of an email, with merge fields for each customer's data. */
export function MailFields({ mail, errors, hint, autoFocus, onChange }: MailFieldsProps): ReactElement {
  return (
    <>
      <LabeledInput
        label="Subject"
        value={mail.subject}
        error={errors['subject']}
        hint={subjectHint}
        autoComplete="off"
        autoFocus={autoFocus}
        onChange={(event) => onChange({ subject: event.target.value })}
      />
      <RichEditor
        label="Message"
        value={mail.html}
        error={errors['html']}
        inserts={fieldInserts}
        insertLabel="Insert field"
        hint={hint}
        maxLength={200_000}
        onChange={(html) => onChange({ html })}
      />
    </>
  );
}
