import Button from '@mui/material/Button';
import type { ReactElement } from 'react';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import type { EmailDraftHandle } from './draft/use-email-draft.ts';
import styles from './recipient.module.css';

interface RecipientProps {
  draft: EmailDraftHandle;
  /** Leaves a reply, which stays a draft of its thread, for a new email; null for a new email. */
  onLeave: (() => void) | null;
  addresses: readonly string[];
  error: string | undefined;
}

/** The message being replied to, and a choice of the customer's addresses. */
export function Recipient({ draft, onLeave, addresses, error }: RecipientProps): ReactElement {
  const { values, change } = draft;
  // An address removed from the customer since stays visible, so that it can be changed.
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
        <LabelledSelect
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
        </LabelledSelect>
      )}
    </>
  );
}
