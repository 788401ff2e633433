import type {
  declineByLink,
  downloadByLink,
  openSigning,
  sendSigningCode,
  signByLink,
  Signing,
  startSigningSession,
} from '@handover/contract/agreements/agreements.ts';
import type { BodyInput, ResponseOf } from '@handover/contract/http/endpoint.ts';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { Field } from '@handover/ui-lite/parts/field.tsx';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { openStream, send, type CallOf } from '#shared/api/client.ts';
import { saveFile } from '#shared/files/files.ts';
import { useSchemaForm } from '#shared/forms/use-schema-form.ts';
import { AgreementText } from '#shared/agreements/agreement-text.tsx';
import { createEmptySigning, SigningForm } from '#features/agreements/signing-form.tsx';
import { GuestCard, GuestForm } from '#app/guest-card/guest-card.tsx';
import { LinkPreview } from '#app/guest-card/link-preview.tsx';
import { useLinkToken, useTabText } from '#app/guest-card/one-time-link.ts';
import styles from './document-card.module.css';

const openCall: CallOf<typeof openSigning> = { method: 'POST', path: '/signing/open' };
const codeCall: CallOf<typeof sendSigningCode> = { method: 'POST', path: '/signing/code' };
const sessionCall: CallOf<typeof startSigningSession> = { method: 'POST', path: '/signing/session' };
const signCall: CallOf<typeof signByLink> = { method: 'POST', path: '/signing/sign' };
const declineCall: CallOf<typeof declineByLink> = { method: 'POST', path: '/signing/decline' };
const pdfCall: CallOf<typeof downloadByLink> = { method: 'POST', path: '/signing/pdf' };

const loadSessionSchema = async () =>
  (await import('@handover/contract/agreements/agreements.ts')).startSigningSession.body;

/**
 * The signed PDF is created in the background, usually within seconds. Each attempt doubles the delay, because the
 * number of attempts per link is limited.
 */
const [minPollMs, maxPollMs] = [2000, 30_000];

type OpenResult = ResponseOf<typeof openSigning>;
/** The link's token, with the session token from the emailed code if the link was emailed. */
type Secrets = { token: string; session?: string };

const open = (body: Secrets, signal?: AbortSignal): Promise<OpenResult> =>
  send(openCall, { body }, signal === undefined ? {} : { signal });
const getSecrets = (token: string, session: string): Secrets =>
  session === '' ? { token } : { token, session };

/** Page where a buyer reads and signs an NDA, opened by a one-time link. If it was emailed, the address is proved first. */
export default function SignPage(): ReactElement {
  const token = useLinkToken();
  const [session, setSession] = useTabText(`session:${token}`);
  const [sent, setSent] = useTabText(`code-sent:${token}`);
  const secrets = useMemo(() => getSecrets(token, session), [token, session]);
  const load = useCallback((_token: string, signal: AbortSignal) => open(secrets, signal), [secrets]);
  const prove = (proved: string): void => {
    setSession(proved);
    setSent('');
  };
  return (
    <LinkPreview
      key={session}
      token={token}
      title="Agreement"
      advice="An agreement can be signed once, within 14 days. Ask your broker for a new link."
      load={load}
      isReasonShown
    >
      {({ signing, proof }) =>
        signing === null ? (
          <ProveAddress
            token={token}
            proof={proof}
            isSent={sent !== ''}
            onSent={() => setSent('yes')}
            onProved={prove}
          />
        ) : (
          <SignCard secrets={secrets} opened={signing} />
        )
      }
    </LinkPreview>
  );
}

interface ProveAddressProps {
  token: string;
  proof: OpenResult['proof'];
  isSent: boolean;
  onSent: () => void;
  onProved: (session: string) => void;
}

function ProveAddress({ token, proof, isSent, onSent, onProved }: ProveAddressProps): ReactElement {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useSchemaForm<BodyInput<typeof startSigningSession>>({
    loadSchema: loadSessionSchema,
    extra: { token },
    onSubmit: async (body, idempotencyKey) =>
      onProved((await send(sessionCall, { body }, { idempotencyKey })).session),
  });
  const sendCode = async (): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      await send(codeCall, { body: { token } });
      onSent();
    } catch (error) {
      setFailure(getErrorMessage(error));
    }
    setPending(false);
  };
  const email = proof?.email ?? '';
  return (
    <GuestCard
      title={isSent ? 'Enter the code' : 'Confirm that this is you'}
      intro={
        isSent
          ? `We sent a six-digit code to ${email}. It is valid for 10 minutes.`
          : `${proof?.senderName ?? ''} at ${proof?.workspaceName ?? ''} sent an agreement to ${email}. We will email a code to that address. If you have an account, you can sign in and sign there instead.`
      }
    >
      {failure !== null && (
        <Alert tone="error" isLive>
          {failure}
        </Alert>
      )}
      {isSent && (
        <GuestForm form={form} submitLabel="Read the agreement">
          <Field
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            error={form.errors['code']}
          />
        </GuestForm>
      )}
      <Button variant={isSent ? 'text' : undefined} isPending={isPending} onClick={() => void sendCode()}>
        {isSent ? 'Send a new code' : 'Send code'}
      </Button>
    </GuestCard>
  );
}

function SignCard({ secrets, opened }: { secrets: Secrets; opened: Signing }): ReactElement {
  const [signing, setSigning] = useState(opened);
  const [values, setValues] = useState(() => createEmptySigning(opened));
  const { state, title, text, workspaceName, senderName, customerName } = signing;
  const isOpen = state === 'pending';
  const heading = useRef<HTMLHeadingElement>(null);
  const [polls, setPolls] = useState(0);
  const isPdfMissing = signing.signedAt !== null && !signing.hasPdf;
  useEffect(() => {
    if (!isPdfMissing) return undefined;
    const ended = new AbortController();
    const timer = setTimeout(
      () => {
        open(secrets, ended.signal).then(
          (again) => {
            if (again.signing !== null) setSigning(again.signing);
            setPolls(polls + 1);
          },
          () => !ended.signal.aborted && setPolls(polls + 1),
        );
      },
      Math.min(minPollMs * 2 ** polls, maxPollMs),
    );
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [secrets, isPdfMissing, polls]);
  const answer = async (act: Promise<{ signing: Signing }>): Promise<void> => {
    const answered = await act.catch((error: unknown) => loadEarlierOutcome(error, secrets));
    setSigning(answered.signing);
    // The form is gone and the outcome is shown above the text, so focus moves there.
    heading.current?.focus();
  };
  return (
    <section className={styles['card']}>
      <title>{`${title} · ${workspaceName}`}</title>
      <div>
        <h1 ref={heading} tabIndex={-1} className={styles['title']}>
          {isOpen ? 'Sign the agreement' : title}
        </h1>
        {isOpen && (
          <p className={styles['from']}>
            {senderName} at {workspaceName} has asked {customerName} to sign this agreement.
          </p>
        )}
      </div>
      {!isOpen && <Outcome secrets={secrets} signing={signing} />}
      <div className={styles['paper']}>
        <AgreementText title={title} text={text} />
      </div>
      {isOpen && (
        <SigningForm
          signing={signing}
          values={values}
          change={(part) => setValues((last) => ({ ...last, ...part }))}
          onSign={(body) => answer(send(signCall, { body: { ...secrets, ...body } }))}
          onDecline={(reason) =>
            answer(send(declineCall, { body: { ...secrets, ...(reason !== undefined && { reason }) } }))
          }
        />
      )}
    </section>
  );
}

/**
 * Loads the response that was already given, for example by a call whose reply was lost.
 * @throws the error if there is none.
 */
async function loadEarlierOutcome(error: unknown, secrets: Secrets): Promise<{ signing: Signing }> {
  if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error;
  const { signing } = await open(secrets);
  if (signing === null || signing.state === 'pending') throw error;
  return { signing };
}

function Outcome({ secrets, signing }: { secrets: Secrets; signing: Signing }): ReactElement {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (signing.signedAt === null)
    return (
      <Alert tone="info" isLive>
        You declined the agreement. {signing.senderName} was notified.
      </Alert>
    );
  const download = async (): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      const file = await openStream(pdfCall, { body: secrets });
      saveFile(await file.blob(), `${signing.title}.pdf`);
    } catch (error) {
      setFailure(getErrorMessage(error));
    }
    setPending(false);
  };
  return (
    <>
      <Alert tone="success" isLive>
        You signed the agreement. {signing.senderName} was notified.
      </Alert>
      {failure !== null && (
        <Alert tone="error" isLive>
          {failure}
        </Alert>
      )}
      {signing.hasPdf ? (
        <div className={styles['buttons']}>
          <Button size="large" isPending={isPending} onClick={() => void download()}>
            Download signed PDF
          </Button>
        </div>
      ) : (
        <p className={styles['from']}>Preparing your signed copy…</p>
      )}
    </>
  );
}
