import type { ReactElement } from 'react';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import type { EmailDraftHandle } from './draft/use-email-draft.ts';

interface RecipientProps {
  draft: EmailDraftHandle;
  addresses: readonly string[];
  error: string | undefined;
}

/** What is answered, and to which of several addresses. */
export function Recipient({ draft, addresses, error }: RecipientProps): ReactElement {
  const { values, change } = draft;
  // One that was taken off the customer since stays to be seen, and to be changed.
  const shown = values.to === '' || addresses.includes(values.to) ? addresses : [...addresses, values.to];
  return (
    <>
      {values.replyTo !== null && (
        <div>
          <RemovableChip
            label={`Reply to “${values.replyTo.subject}”`}
            onRemove={() => change({ replyTo: null })}
          />
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
