import Button from '@mui/material/Button';
import { useState, type ReactElement } from 'react';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import type { DraftHandle } from '../../../shared/drafts/use-draft.ts';
import type { EmailDraft } from './email-draft.ts';
import styles from './email-options.module.css';

interface EmailOptionsProps {
  draft: DraftHandle<EmailDraft>;
  errors: Readonly<Record<string, string>>;
}

/** Copies and a later time, folded away until wanted. */
export function EmailOptions({ draft, errors }: EmailOptionsProps): ReactElement {
  const { values, change } = draft;
  const isUsed = values.cc !== '' || values.bcc !== '' || values.scheduledAt !== '';
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
            hint="At once, if left empty"
            value={values.scheduledAt}
            error={errors['scheduledAt']}
            onChange={(event) => change({ scheduledAt: event.target.value })}
          />
        </div>
      )}
    </div>
  );
}
