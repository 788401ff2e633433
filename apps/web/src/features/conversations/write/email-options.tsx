import Button from '@mui/material/Button';
import { useState, type ReactElement } from 'react';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import type { EmailDraft } from '@handover/contract/conversations/email-drafts.ts';
import type { DraftHandle } from '#shared/drafts/use-draft.ts';
import styles from './email-options.module.css';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import type { EmailBusiness, EmailDraftHandle } from './draft/use-email-draft.ts';
import { toInstant, toLocalTime } from '@handover/domain/local-time.ts';
import { useUser } from '#shared/session/session-context.tsx';

interface EmailOptionsProps {
  draft: DraftHandle<EmailDraft>;
  errors: Readonly<Record<string, string>>;
  isReadOnly: boolean;
}

/** Cc, bcc, and scheduling, collapsed until used. */
export function EmailOptions({ draft, errors, isReadOnly }: EmailOptionsProps): ReactElement {
  const { values, change } = draft;
  const { timeZone } = useUser();
  const isUsed = values.cc !== '' || values.bcc !== '' || values.scheduledAt !== null;
  const [chosen, setOpen] = useState<boolean | null>(null);
  const isOpen = chosen ?? isUsed;
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
            readOnly={isReadOnly}
            autoComplete="off"
            onChange={(event) => change({ cc: event.target.value })}
          />
          <LabeledInput
            label="Bcc"
            hint="Separated by commas"
            value={values.bcc}
            error={errors['bcc']}
            readOnly={isReadOnly}
            autoComplete="off"
            onChange={(event) => change({ bcc: event.target.value })}
          />
          <LabeledInput
            type="datetime-local"
            label="Send at"
            hint={`Time in ${timeZone.replaceAll('_', ' ')}; leave empty to send now`}
            value={values.scheduledAt === null ? '' : toLocalTime(new Date(values.scheduledAt), timeZone)}
            error={errors['scheduledAt']}
            readOnly={isReadOnly}
            onChange={({ target }) =>
              change({
                scheduledAt: target.value === '' ? null : toInstant(target.value, timeZone).toISOString(),
              })
            }
          />
        </div>
      )}
    </div>
  );
}

interface AboutProps {
  draft: EmailDraftHandle;
  /** The business of the page; null on other pages. */
  shown: EmailBusiness | null;
  isReadOnly: boolean;
}

/** The business that the email is about, where it is not that of the page. */
export function About({ draft: { business, change }, shown, isReadOnly }: AboutProps): ReactElement | null {
  if (business?.id === shown?.id) return null;
  return (
    <p className={styles['other']}>
      {business === null ? 'Not linked to a business.' : `Linked to ${business.name}.`}{' '}
      <Button size="small" variant="text" disabled={isReadOnly} onClick={() => change({ business: shown })}>
        {shown === null ? 'Remove business' : `${business === null ? 'Add' : 'Change to'} ${shown.name}`}
      </Button>
    </p>
  );
}

interface RecipientProps {
  draft: EmailDraftHandle;
  /** Switches from a reply, which is kept as a draft of its thread, to a new email; null for a new email. */
  onLeave: (() => void) | null;
  addresses: readonly string[];
  error: string | undefined;
  isReadOnly: boolean;
}

/** The message being replied to, and a choice of the customer's addresses. */
export function Recipient({ draft, onLeave, addresses, error, isReadOnly }: RecipientProps): ReactElement {
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
      {values.replyTo?.otherSender !== undefined && (
        <OtherSender address={values.replyTo.otherSender} draft={draft} isReadOnly={isReadOnly} />
      )}
      {shown.length > 1 && (
        <LabeledSelect
          label="To"
          value={values.to === '' ? (addresses[0] ?? '') : values.to}
          error={error}
          disabled={isReadOnly}
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

interface OtherSenderProps {
  address: string;
  draft: EmailDraftHandle;
  isReadOnly: boolean;
}

/** Says that a reply does not go to the sender, whose address is not one of the customer's. */
function OtherSender({ address, draft, isReadOnly }: OtherSenderProps): ReactElement | null {
  const { cc } = draft.values;
  if (cc.toLowerCase().includes(address.toLowerCase())) return null;
  return (
    <p className={styles['other']}>
      This email came from {address}, which is not an address of this customer. Your reply goes to the
      customer only.{' '}
      <Button
        size="small"
        variant="text"
        disabled={isReadOnly}
        onClick={() => draft.change({ cc: cc.trim() === '' ? address : `${cc}, ${address}` })}
      >
        Add to Cc
      </Button>
    </p>
  );
}
