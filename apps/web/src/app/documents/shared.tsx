import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import type {
  openSharedLink,
  readSharedFile,
  readSharedPage,
  reportSharedReading,
  sendSharedLinkCode,
  SharedFile,
  startSharedLinkSession,
} from '@handover/contract/documents/shared-links.ts';
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { Field, PasswordField } from '@handover/ui-lite/parts/field.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { GuestCard, GuestFailure, GuestForm } from '#app/guest-card/guest-card.tsx';
import { isBrokenLink, useLinkToken, useTabText } from '#app/guest-card/one-time-link.ts';
import { PageSheet, useReadingTimer, type ReadingTimer } from '#features/documents/preview/page-sheet.tsx';
import preview from '#features/documents/preview/preview.module.css';
import { ApiError, toApiError, getErrorMessage, createUnansweredError } from '#shared/api/api-error.ts';
import { openStream, send, type CallOf } from '#shared/api/client.ts';
import { useResponse } from '#shared/api/use-response.ts';
import { saveFile } from '#shared/files/files.ts';
import { useSchemaForm } from '#shared/forms/use-schema-form.ts';
import { useNearViewport } from '#shared/lists/use-hash-target.ts';
import { SharedNdaCard } from './shared-nda.tsx';
import styles from './document-card.module.css';

const openCall: CallOf<typeof openSharedLink> = { method: 'POST', path: '/shared-links/open' };
const codeCall: CallOf<typeof sendSharedLinkCode> = { method: 'POST', path: '/shared-links/code' };
const sessionCall: CallOf<typeof startSharedLinkSession> = { method: 'POST', path: '/shared-links/session' };
const fileCall: CallOf<typeof readSharedFile> = { method: 'POST', path: '/shared-links/file' };
const readingCall: CallOf<typeof reportSharedReading> = { method: 'POST', path: '/shared-links/reading' };
const pageCall: CallOf<typeof readSharedPage> = { method: 'POST', path: '/shared-links/page' };

const loadContract = () => import('@handover/contract/documents/shared-links.ts');
const loadCodeSchema = async () => (await loadContract()).sendSharedLinkCode.body;
const loadSessionSchema = async () => (await loadContract()).startSharedLinkSession.body;

/** The page behind a shared link, for people without a login to read its file. */
export default function SharedPage(): ReactElement {
  const token = useLinkToken();
  const [session, setSession] = useTabText(`session:${token}`);
  const [email, setEmail] = useTabText(`email:${token}`);
  if (token === '') return <AccessDenied />;
  const prove = (proved: string): void => {
    setSession(proved);
    setEmail('');
  };
  if (session === '') return <Proof token={token} email={email} onSent={setEmail} onProved={prove} />;
  return <Reader session={session} onEnded={() => setSession('')} />;
}

function AccessDenied(): ReactElement {
  return (
    <GuestCard title="This link does not work" hasSignInLink={false}>
      <Alert tone="warning">
        This link is incomplete, has expired, or was revoked. Ask the sender for a new one.
      </Alert>
    </GuestCard>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement {
  if (isBrokenLink(error)) return <AccessDenied />;
  return <GuestFailure title="Shared file" error={error} onRetry={onRetry} />;
}

interface ProofProps {
  token: string;
  onProved: (session: string) => void;
}

interface CodeProofProps extends ProofProps {
  /** The address that the code was sent to; empty until then. */
  email: string;
  onSent: (email: string) => void;
}

/** Asks for an address, and then for the code that was emailed to it. */
function Proof({ token, email, onSent, onProved }: CodeProofProps): ReactElement {
  const { data, error, retry } = useResponse(token, (signal) =>
    send(openCall, { body: { token } }, { signal }),
  );
  if (error !== null) return <Failed error={error} onRetry={retry} />;
  if (data === null) return <Spinner isPage label="Loading" />;
  if (email !== '') return <CodeForm token={token} email={email} onProved={onProved} onSent={onSent} />;
  return <AddressForm token={token} shared={data.shared} onSent={onSent} />;
}

interface AddressFormProps {
  token: string;
  shared: { senderName: string; workspaceName: string; hasPassword: boolean };
  onSent: (email: string) => void;
}

function AddressForm({ token, shared, onSent }: AddressFormProps): ReactElement {
  const form = useSchemaForm<BodyInput<typeof sendSharedLinkCode>>({
    loadSchema: loadCodeSchema,
    extra: { token },
    onSubmit: async (body, idempotencyKey) => {
      await send(codeCall, { body }, { idempotencyKey });
      onSent(body.email);
    },
  });
  return (
    <GuestCard
      title="A file was shared with you"
      intro={`${shared.senderName} at ${shared.workspaceName} shared a file. Enter your email address, and we will send you a code to open it.`}
      hasSignInLink={false}
    >
      <GuestForm form={form} submitLabel="Send code">
        <Field label="Email" name="email" type="email" autoComplete="email" error={form.errors['email']} />
        {shared.hasPassword && (
          <PasswordField
            label="Link password"
            name="password"
            autoComplete="off"
            hint={`From ${shared.senderName}`}
            error={form.errors['password']}
          />
        )}
      </GuestForm>
    </GuestCard>
  );
}

function CodeForm({ token, email, onSent, onProved }: CodeProofProps): ReactElement {
  const form = useSchemaForm<BodyInput<typeof startSharedLinkSession>>({
    loadSchema: loadSessionSchema,
    extra: { token, email },
    onSubmit: async (body, idempotencyKey) =>
      onProved((await send(sessionCall, { body }, { idempotencyKey })).session),
  });
  return (
    <GuestCard
      title="Enter the code"
      intro={`If ${email} may open the file, a six-digit code is on its way. It is valid for 10 minutes. If no email arrives, ask the sender to share the file with this address.`}
      hasSignInLink={false}
    >
      <GuestForm form={form} submitLabel="Open the file">
        <Field
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          error={form.errors['code']}
        />
      </GuestForm>
      <Button variant="text" onClick={() => onSent('')}>
        Change email or get a new code
      </Button>
    </GuestCard>
  );
}

interface ReaderProps {
  session: string;
  /** Called when the link or the session has ended. */
  onEnded: () => void;
}

function Reader({ session, onEnded }: ReaderProps): ReactElement {
  const { data, error, retry } = useResponse(session, (signal) =>
    waitUntilChecked(() => send(fileCall, { body: { session } }, { signal }), signal),
  );
  const hasEnded = isBrokenLink(error);
  useEffect(() => {
    if (hasEnded) onEnded();
  }, [hasEnded, onEnded]);
  const [isReplaced, setReplaced] = useState(false);
  const replace = (): void => {
    setReplaced(true);
    retry();
  };
  const shown = data?.file?.number;
  useCheck(session, {
    onEnded,
    onFile: (current) => {
      if (shown !== undefined && current !== null && current.number !== shown) replace();
    },
  });
  if (error !== null && !hasEnded) return <Failed error={error} onRetry={retry} />;
  if (data === null) return <Spinner isPage label="Loading" />;
  const { file, nda } = data;
  if (nda !== null) return <SharedNdaCard session={session} nda={nda} onSigned={retry} onEnded={onEnded} />;
  if (file === null) return <AccessDenied />;
  return (
    <FileView
      key={file.number}
      session={session}
      file={file}
      isReplaced={isReplaced}
      onReplaced={replace}
      onEnded={onEnded}
    />
  );
}

interface FileViewProps extends ReaderProps {
  file: SharedFile;
  /** Whether it has replaced the version that was opened first. */
  isReplaced: boolean;
  onReplaced: () => void;
}

/** One version of the file. */
function FileView({ session, file, isReplaced, onReplaced, onEnded }: FileViewProps): ReactElement {
  const { number } = file;
  const timer = useReadingTimer((pages) =>
    send(readingCall, { body: { session, number, pages } }, { keepalive: true }),
  );
  return (
    <section className={styles['card']}>
      <title>{`${file.name} · ${file.workspaceName}`}</title>
      <div>
        <h1 className={styles['title']} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{file.name}</bdi>
        </h1>
        <p className={styles['from']}>
          {file.senderName} of {file.workspaceName} shared this file with you. Each page is watermarked with{' '}
          {file.email}. The pages you view and your reading time are recorded.
        </p>
      </div>
      {isReplaced && (
        <Alert tone="info" isLive>
          This file was replaced. You are viewing the new version.
        </Alert>
      )}
      {file.canDownload && <DownloadButton session={session} name={file.name} onEnded={onEnded} />}
      <div>
        {file.sizes.map(({ width, height }, index) => (
          <Page
            key={index}
            session={session}
            timer={timer}
            file={file}
            page={index + 1}
            ratio={width / Math.max(height, 1)}
            onReplaced={onReplaced}
            onEnded={onEnded}
          />
        ))}
        {file.sizes.length < file.pageCount && (
          <p className={preview['more']}>
            Showing the first {file.sizes.length.toLocaleString('en')} of{' '}
            {file.pageCount.toLocaleString('en')} pages.
          </p>
        )}
      </div>
    </section>
  );
}

const maxChecks = 10;

/** Retries while a new file is still being checked, which takes seconds. */
async function waitUntilChecked<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let asked = 1; ; asked += 1)
    try {
      return await ask();
    } catch (error) {
      const isWaiting = error instanceof ApiError && error.code === 'UNAVAILABLE' && asked < maxChecks;
      if (!isWaiting || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000 * (error.retryAfterSeconds ?? 2)));
    }
}

const checkMs = 30_000;

interface Check {
  onEnded: () => void;
  /** Called with the current file; null until the NDA is signed. */
  onFile: (file: SharedFile | null) => void;
}

/** Checks regularly whether the link of an open page was revoked or has expired, and which file it opens. */
function useCheck(session: string, check: Check): void {
  const latest = useRef(check);
  useEffect(() => {
    latest.current = check;
  });
  useEffect(() => {
    const timer = setInterval(() => {
      send(fileCall, { body: { session } }).then(
        ({ file }) => latest.current.onFile(file),
        (error: unknown) => {
          // Without a connection the page does not change.
          if (isBrokenLink(error)) latest.current.onEnded();
        },
      );
    }, checkMs);
    return () => clearInterval(timer);
  }, [session]);
}

interface SheetProps extends ReaderProps {
  timer: ReadingTimer;
  file: SharedFile;
  page: number;
  /** Called when the file has another version by now. */
  onReplaced: () => void;
}

interface PageProps extends SheetProps {
  /** Width divided by height. */
  ratio: number;
}

/** A page whose image is requested when it scrolls into view. */
function Page({ file, page, ratio, ...reader }: PageProps): ReactElement {
  const [isReached, setReached] = useState(false);
  const ref = useNearViewport(() => setReached(true));
  return (
    <figure className={preview['page']}>
      <div ref={ref} className={preview['paper']} style={{ aspectRatio: ratio }}>
        {isReached && <Sheet file={file} page={page} {...reader} />}
      </div>
      <figcaption className={preview['caption']}>
        {page} / {file.pageCount.toLocaleString('en')}
      </figcaption>
    </figure>
  );
}

function Sheet({ session, timer, file, page, onReplaced, onEnded }: SheetProps): ReactElement {
  const { data, error, retry } = useResponse(`${session} ${String(page)}`, async (signal) => {
    const width = window.innerWidth * window.devicePixelRatio > 900 ? '1600' : '800';
    const body = { session, number: file.number, page, width } as const;
    return (await waitUntilChecked(() => openStream(pageCall, { body, signal }), signal)).blob();
  });
  const hasEnded = isBrokenLink(error);
  const isReplaced = error instanceof ApiError && error.code === 'CONFLICT';
  const url = useMemo(() => (data === null ? null : URL.createObjectURL(data)), [data]);
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url]);
  useEffect(() => {
    if (hasEnded) onEnded();
  }, [hasEnded, onEnded]);
  useEffect(() => {
    if (isReplaced) onReplaced();
  }, [isReplaced, onReplaced]);
  if (url !== null)
    return <PageSheet timer={timer} page={page} url={url} alt={`Page ${String(page)} of ${file.name}`} />;
  if (error === null || isReplaced) return <Spinner label={`Loading page ${String(page)}`} />;
  return (
    <div className={styles['form']} style={{ padding: 16 }}>
      <Alert tone="error">{getErrorMessage(error)}</Alert>
      <Button variant="outlined" onClick={retry}>
        {' '}
        Retry{' '}
      </Button>
    </div>
  );
}

function DownloadButton({ session, name, onEnded }: ReaderProps & { name: string }): ReactElement {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const download = async (): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      saveFile(await loadMarked(session), name);
    } catch (error) {
      if (isBrokenLink(error)) return onEnded();
      setFailure(getErrorMessage(error));
    }
    return setPending(false);
  };
  return (
    <div className={styles['buttons']}>
      {failure !== null && (
        <Alert tone="error" isLive>
          {failure}
        </Alert>
      )}
      <Button variant="outlined" isPending={isPending} onClick={() => void download()}>
        Download watermarked PDF
      </Button>
    </div>
  );
}

/** Watermarking a large file takes longer than the usual call timeout allows. */
async function loadMarked(session: string): Promise<Blob> {
  const response = await fetch('/api/shared-links/pdf', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ session }),
  }).catch((error: unknown) => {
    throw createUnansweredError('NETWORK', error);
  });
  if (!response.ok) throw await toApiError(response);
  return response.blob();
}
