import type {
  declineByLink,
  downloadByLink,
  openSigning,
  signByLink,
  Signing,
} from '@handover/contract/agreements.ts';
import { useEffect, useState, type ReactElement } from 'react';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { openStream, send, type CallOf } from '#shared/api/client.ts';
import { saveFile } from '#shared/files/files.ts';
import { AgreementText } from '#shared/agreements/agreement-text.tsx';
import { SigningForm } from '#features/agreements/signing-form.tsx';
import { LinkPreview } from '#app/guest-card/link-preview.tsx';
import { useLinkToken } from '#app/guest-card/one-time-link.ts';
import styles from './document-card.module.css';

const openCall: CallOf<typeof openSigning> = { method: 'POST', path: '/signing/open' };
const signCall: CallOf<typeof signByLink> = { method: 'POST', path: '/signing/sign' };
const declineCall: CallOf<typeof declineByLink> = { method: 'POST', path: '/signing/decline' };
const pdfCall: CallOf<typeof downloadByLink> = { method: 'POST', path: '/signing/pdf' };

/** The signed PDF is made in the background, usually within seconds. */
const pdfPollMs = 2000;

const load = async (token: string, signal: AbortSignal): Promise<Signing> =>
  (await send(openCall, { body: { token } }, { signal })).signing;

/** A buyer reads and signs an NDA by a one-time link. */
export default function SignPage(): ReactElement {
  const token = useLinkToken();
  return (
    <LinkPreview
      token={token}
      title="Agreement"
      advice="A document can be signed once, within 14 days. Ask your broker for a new link."
      load={load}
    >
      {(signing) => <SignCard token={token} opened={signing} />}
    </LinkPreview>
  );
}

function SignCard({ token, opened }: { token: string; opened: Signing }): ReactElement {
  const [signing, setSigning] = useState(opened);
  const { state, title, text, workspaceName, senderName, customerName } = signing;
  const isOpen = state === 'pending';
  useEffect(() => {
    if (signing.signedAt === null || signing.hasPdf) return undefined;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      // Without a connection the page stays as it is; the link works for 30 days.
      load(token, ended.signal).then(setSigning, () => undefined);
    }, pdfPollMs);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [token, signing]);
  return (
    <section className={styles['card']}>
      <title>{`${title} · ${workspaceName}`}</title>
      <div>
        <h1 className={styles['title']}>{isOpen ? 'Sign the agreement' : title}</h1>
        {isOpen && (
          <p className={styles['from']}>
            {senderName} of {workspaceName} asks {customerName} to sign this agreement.
          </p>
        )}
      </div>
      {!isOpen && <Outcome token={token} signing={signing} />}
      <div className={styles['paper']}>
        <AgreementText title={title} text={text} />
      </div>
      {isOpen && (
        <SigningForm
          signing={signing}
          onSign={async (body) => setSigning((await send(signCall, { body: { token, ...body } })).signing)}
          onDecline={async (reason) =>
            setSigning(
              (await send(declineCall, { body: { token, ...(reason !== undefined && { reason }) } })).signing,
            )
          }
        />
      )}
    </section>
  );
}

function Outcome({ token, signing }: { token: string; signing: Signing }): ReactElement {
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
      const file = await openStream(pdfCall, { body: { token } });
      saveFile(await file.blob(), `${signing.title}.pdf`);
    } catch (error) {
      setFailure(messageOf(error));
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
