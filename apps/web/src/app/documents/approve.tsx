import type { answerByLink, Approving, openApproving } from '@handover/contract/profiles.ts';
import { useState, type FormEvent, type ReactElement } from 'react';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { Field } from '@handover/ui-lite/parts/field.tsx';
import { TextAreaField } from '@handover/ui-lite/parts/text-area-field.tsx';
import { ApiError, getFieldMessage } from '#shared/api/api-error.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import { ProfileText } from '#features/profiles/profile-text.tsx';
import styles from './document-card.module.css';
import { GuestCard } from '#app/guest-card/guest-card.tsx';
import { useLinkToken, useTabText } from '#app/guest-card/one-time-link.ts';
import { LinkPreview } from '#app/guest-card/link-preview.tsx';

const openCall: CallOf<typeof openApproving> = { method: 'POST', path: '/approving/open' };
const answerCall: CallOf<typeof answerByLink> = { method: 'POST', path: '/approving/answer' };

const load = async (token: string, signal?: AbortSignal): Promise<Approving> =>
  (await send(openCall, { body: { token } }, signal === undefined ? {} : { signal })).approval;

/** Page where the seller reads a teaser or CIM and responds, opened by a one-time link. */
export default function ApprovePage(): ReactElement {
  const token = useLinkToken();
  return (
    <LinkPreview
      token={token}
      title="Approval"
      advice="Ask your broker for a new one, or respond in your account."
      load={load}
      isReasonShown
    >
      {(approval) => <Approval token={token} opened={approval} />}
    </LinkPreview>
  );
}

function Approval({ token, opened }: { token: string; opened: Approving }): ReactElement {
  const [approval, setApproval] = useState(opened);
  const { state, kind, businessName, workspaceName, senderName } = approval;
  const name = kind === 'cim' ? 'confidential information memorandum' : 'teaser';
  if (state !== 'pending')
    return (
      <GuestCard title={state === 'approved' ? 'Approved' : 'Declined'} hasSignInLink={false}>
        <Alert tone={state === 'approved' ? 'success' : 'info'} isLive>
          {state === 'approved'
            ? `You approved the ${name} for ${businessName}. Your broker can release it now.`
            : `You declined the ${name} for ${businessName}. Your broker was notified.`}
        </Alert>
      </GuestCard>
    );
  return (
    <section className={styles['card']}>
      <title>{`Approve the ${name} for ${businessName} · ${workspaceName}`}</title>
      <div>
        <h1 className={styles['title']}>Approve the {name}</h1>
        <p className={styles['from']}>
          {senderName} at {workspaceName} has asked you to approve this text about {businessName} before
          buyers see it.
        </p>
      </div>
      <div className={styles['paper']}>
        <ProfileText title={approval.title} sections={approval.sections} />
      </div>
      <AnswerForm token={token} onAnswered={setApproval} />
    </section>
  );
}

interface AnswerFormProps {
  token: string;
  onAnswered: (approval: Approving) => void;
}

function AnswerForm({ token, onAnswered }: AnswerFormProps): ReactElement {
  const [reason, setReason] = useTabText(`reason:${token}`);
  const [isDeclining, setDeclining] = useState(reason !== '');
  const [isPending, setPending] = useState(false);
  const [isNameMissing, setNameMissing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('name');
    const name = typeof typed === 'string' ? typed.trim() : '';
    setNameMissing(name === '');
    if (name === '') return;
    setPending(true);
    setFailure(null);
    try {
      const decision = isDeclining ? 'declined' : 'approved';
      const given = isDeclining && reason.trim() !== '' && { reason };
      const body = { token, name, decision, ...given } as const;
      const { approval } = await send(answerCall, { body }).catch((error: unknown) =>
        loadEarlierOutcome(error, token),
      );
      onAnswered(approval);
    } catch (error) {
      setFailure(getFieldMessage(error));
      setPending(false);
    }
  };
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      {failure !== null && (
        <Alert tone="error" isLive>
          {failure}
        </Alert>
      )}
      <Field
        label="Your name"
        name="name"
        autoComplete="name"
        maxLength={200}
        error={isNameMissing ? 'Required' : undefined}
      />
      {isDeclining && (
        <TextAreaField
          label="What should change? (optional)"
          value={reason}
          rows={3}
          maxLength={1000}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      <div className={styles['buttons']}>
        <Button type="submit" size="large" variant={isDeclining ? 'danger' : 'primary'} isPending={isPending}>
          {isDeclining ? 'Decline' : 'Approve'}
        </Button>
        <Button size="large" variant="outlined" onClick={() => setDeclining(!isDeclining)}>
          {isDeclining ? 'Back' : 'Decline'}
        </Button>
      </div>
    </form>
  );
}

/**
 * Loads the response that was already given, for example by a call whose reply was lost.
 * @throws the error if there is none.
 */
async function loadEarlierOutcome(error: unknown, token: string): Promise<{ approval: Approving }> {
  if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error;
  const approval = await load(token);
  if (approval.state === 'pending') throw error;
  return { approval };
}
