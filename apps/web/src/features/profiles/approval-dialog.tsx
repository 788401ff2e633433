import {
  approvalDays,
  profileKindNames,
  requestApproval,
  type Profile,
} from '@handover/contract/profiles.ts';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { SecretDialog } from '@handover/ui/feedback/secret-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useState, type FormEvent, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useProfileChange } from './profiles.queries.ts';

interface ApprovalDialogProps {
  profile: Profile;
  onClose: () => void;
}

/** Sends the draft to the seller, by email or as a link that is shown once. */
export default function ApprovalDialog({ profile, onClose }: ApprovalDialogProps): ReactElement {
  const toasts = useToasts();
  const [delivery, setDelivery] = useState<'email' | 'link'>('email');
  const [link, setLink] = useState<string | null>(null);
  const { run, isPending } = useProfileChange({
    act: () =>
      send(requestApproval, {
        params: { id: profile.id },
        body: { version: profile.version, delivery },
      }),
    onDone: (answer) => {
      if (answer.link !== null) return setLink(answer.link);
      toasts.done('Sent to the seller');
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run(undefined);
  };
  const kind = profileKindNames[profile.kind] === 'CIM' ? 'CIM' : 'teaser';
  const title = `Ask the seller to approve the ${kind}`;
  if (link !== null)
    return (
      <SecretDialog
        title={title}
        text="This link is shown once. Anyone with it can respond for the owner."
        label="Approval link"
        secret={link}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      draft={null}
      title={title}
      submitLabel="Send"
      failure={undefined}
      isPending={isPending}
      isLockedWhilePending
      maxWidth="sm"
      onSubmit={submit}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>
        The current draft is saved as a version that cannot be changed. The seller has {approvalDays} days to
        respond in their account or with a one-time link.
      </p>
      <RadioGroup
        aria-label="Delivery"
        value={delivery}
        onChange={({ target }) => setDelivery(target.value === 'link' ? 'link' : 'email')}
      >
        <FormControlLabel value="email" control={<Radio />} label="Email the link to the owner" />
        <FormControlLabel value="link" control={<Radio />} label="Create a link to share with the owner" />
      </RadioGroup>
    </FormDialog>
  );
}
