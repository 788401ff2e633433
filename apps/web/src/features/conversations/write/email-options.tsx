import Button from '@mui/material/Button';
import { useState, type ReactElement } from 'react';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import type { EmailDraft } from '@handover/contract/email-drafts.ts';
import type { DraftHandle } from '#shared/drafts/use-draft.ts';
import styles from './email-options.module.css';

interface EmailOptionsProps {
  draft: DraftHandle<EmailDraft>;
  errors: Readonly<Record<string, string>>;
}

/** Cc, bcc, and scheduling, collapsed until used. */
export function EmailOptions({ draft, errors }: EmailOptionsProps): ReactElement {
  const { values, change } = draft;
  const isUsed = values.cc !== '' || values.bcc !== '' || values.scheduledAt !== null;
  const [isOpen, setOpen] = useState(isUsed);
  return (
    <div className={styles['options']}>
      <Button
        variant="text"
        color="inherit"
        size="small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={styles['toggle'] ?? ''}
      >
        {isOpen ? 'Fewer options' : 'Cc, Bcc, send later'}
      </Button>
      {isOpen && (
        <div className={styles['grid']}>
          <LabelledInput
            label="Cc"
            hint="Separated by commas"
            value={values.cc}
            error={errors['cc']}
            autoComplete="off"
            onChange={(event) => change({ cc: event.target.value })}
          />
          <LabelledInput
            label="Bcc"
            hint="Separated by commas"
            value={values.bcc}
            error={errors['bcc']}
            autoComplete="off"
            onChange={(event) => change({ bcc: event.target.value })}
          />
          <LabelledInput
            type="datetime-local"
            label="Send at"
            hint="Leave empty to send now"
            value={values.scheduledAt === null ? '' : localInput(values.scheduledAt)}
            error={errors['scheduledAt']}
            onChange={({ target }) =>
              change({ scheduledAt: target.value === '' ? null : new Date(target.value).toISOString() })
            }
          />
        </div>
      )}
    </div>
  );
}

/** A time for the input, in the browser's time zone. */
function localInput(instant: string): string {
  const time = new Date(instant);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
