import type { ReactElement } from 'react';
import { RichEditor } from '@handover/ui/editor/lazy-rich-editor.tsx';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { fieldInserts, subjectHint } from './template-fields.ts';

interface MailFieldsProps {
  mail: { readonly subject: string; readonly html: string };
  /** The sentence for a field that is not right. */
  errors: Readonly<Record<string, string>>;
  /** Below the message. */
  hint?: string;
  autoFocus?: boolean;
  onChange: (part: { subject: string } | { html: string }) => void;
}

/** Subject and message of a mail with fields to be filled for each customer. */
export function MailFields({ mail, errors, hint, autoFocus, onChange }: MailFieldsProps): ReactElement {
  return (
    <>
      <LabelledInput
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
        insertLabel="Put in a field"
        hint={hint}
        maxLength={200_000}
        onChange={(html) => onChange({ html })}
      />
    </>
  );
}
