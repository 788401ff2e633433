import Button from '@mui/material/Button';
import { useState, type ReactElement } from 'react';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import type { EmailDraft } from '@handover/contract/conversations/email-drafts.ts';
import type { DraftHandle } from '#shared/drafts/use-draft.ts';
import styles from './email-options.module.css';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import type { EmailDraftHandle } from './draft/use-email-draft.ts';

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
          <LabeledInput
            label="Cc"
            hint="Separated by commas"
            value={values.cc}
            error={errors['cc']}
            autoComplete="off"
            onChange={(event) => change({ cc: event.target.value })}
          />
          <LabeledInput
            label="Bcc"
            hint="Separated by commas"
            value={values.bcc}
            error={errors['bcc']}
            autoComplete="off"
            onChange={(event) => change({ bcc: event.target.value })}
          />
          <LabeledInput
            type="datetime-local"
            label="Send at"
            hint="Leave empty to send now"
            value={values.scheduledAt === null ? '' : toLocalInput(values.scheduledAt)}
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
function toLocalInput(instant: string): string {
  const time = new Date(instant);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

interface RecipientProps {
  draft: EmailDraftHandle;
  /** Switches from a reply, which is kept as a draft of its thread, to a new email; null for a new email. */
  onLeave: (() => void) | null;
  addresses: readonly string[];
  error: string | undefined;
}

/** The message being replied to, and a choice of the customer's addresses. */
export function Recipient({ draft, onLeave, addresses, error }: RecipientProps): ReactElement {
  const { values, change } = draft;
  // An address that has since been removed from the customer is still shown, so that it can be changed.
  const shown = values.to === '' || addresses.includes(values.to) ? addresses : [...addresses, values.to];
  return (
    <>
      {values.replyTo !== null && onLeave === null && (
        <div>
          <RemovableChip
            label={`Reply to “${values.replyTo.subject}”`}
            onRemove={() => change({ replyTo: null })}
          />
        </div>
      )}
      {values.replyTo !== null && onLeave !== null && (
        <div className={styles['answer']}>
          <span className={styles['answered']} title={values.replyTo.subject}>
            Reply to “{values.replyTo.subject}”
          </span>
          <Button
            size="small"
            variant="text"
            color="inherit"
            className={styles['leave'] ?? ''}
            onClick={onLeave}
          >
            New email instead
          </Button>
        </div>
      )}
      {shown.length > 1 && (
        <LabeledSelect
          label="To"
          value={values.to === '' ? (addresses[0] ?? '') : values.to}
          error={error}
          onChange={(event) => change({ to: event.target.value })}
        >
          {shown.map((address) => (
            <option key={address} value={address}>
              {address}
            </option>
          ))}
        </LabeledSelect>
      )}
    </>
  );
}
