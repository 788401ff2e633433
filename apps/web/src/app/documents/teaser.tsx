import type { downloadTeaser, openTeaser } from '@handover/contract/profiles.ts';
import { useState, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Button, getButtonClass } from '@handover/ui-lite/parts/button.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { openStream, send, type CallOf } from '#shared/api/client.ts';
import { saveFile } from '#shared/files/files.ts';
import { useResponse } from '#shared/api/use-response.ts';
import { ProfileText } from '#features/profiles/profile-text.tsx';
import styles from './document-card.module.css';
import { GuestCard, GuestFailure } from '#app/guest-card/guest-card.tsx';

const openCall: CallOf<typeof openTeaser> = { method: 'POST', path: '/teasers/open' };

const pdfCall: CallOf<typeof downloadTeaser> = { method: 'POST', path: '/teasers/pdf' };

/** A released teaser, which is open to everyone. */
export default function TeaserPage(): ReactElement {
  const [params] = useSearchParams();
  const [workspaceId, teaserId] = [params.get('workspace'), params.get('id')];
  if (workspaceId === null || teaserId === null) return <NotOffered />;
  return <Teaser workspaceId={workspaceId} teaserId={teaserId} />;
}

interface TeaserProps {
  workspaceId: string;
  teaserId: string;
}

function Teaser(body: TeaserProps): ReactElement {
  const { data, error, retry } = useResponse(`${body.workspaceId}/${body.teaserId}`, (signal) =>
    send(openCall, { body }, { signal }),
  );
  if (data === null && error === null) return <Spinner isPage label="Loading" />;
  if (data === null) return <NoTeaser error={error} onRetry={retry} />;
  const { teaser } = data;
  return (
    <section className={styles['card']}>
      <title>{`${teaser.title} · ${teaser.brokerageName}`}</title>
      <p className={styles['from']}>
        {teaser.brokerageName}
        {teaser.listingNumber !== null && ` · Listing ${teaser.listingNumber}`}
      </p>
      <ProfileText level={1} title={teaser.title} sections={teaser.sections} />
      <div className={styles['foot']}>
        <div>
          <p className={styles['ask']}>Interested in this business?</p>
          <p className={styles['from']}>
            Register as a buyer, and {teaser.brokerName ?? 'a broker'} will contact you
            {teaser.phone === null ? '.' : ', or call '}
            {teaser.phone !== null && <PhoneLink phone={teaser.phone} />}
          </p>
        </div>
        <div className={styles['buttons']}>
          <DownloadButton name={`${teaser.title}.pdf`} {...body} />
          <Link
            className={getButtonClass('primary', 'large')}
            to={`/register-buyer?workspace=${body.workspaceId}&business=${teaser.businessId}`}
          >
            Ask about this business
          </Link>
        </div>
      </div>
    </section>
  );
}

function PhoneLink({ phone }: { phone: string }): ReactElement {
  return (
    <>
      <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>.
    </>
  );
}

function DownloadButton({ name, ...body }: TeaserProps & { name: string }): ReactElement {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const download = async (): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      saveFile(await (await openStream(pdfCall, { body })).blob(), name);
    } catch (error) {
      setFailure(getErrorMessage(error));
    }
    setPending(false);
  };
  return (
    <>
      {failure !== null && (
        <Alert tone="error" isLive>
          {failure}
        </Alert>
      )}
      <Button size="large" variant="outlined" isPending={isPending} onClick={() => void download()}>
        Download PDF
      </Button>
    </>
  );
}

function NoTeaser({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NotOffered />;
  return <GuestFailure title="Teaser" error={error} onRetry={onRetry} />;
}

function NotOffered(): ReactElement {
  return (
    <GuestCard title="This link does not work" hasSignInLink={false}>
      <Alert tone="info">It is incomplete, or the business was sold or withdrawn.</Alert>
    </GuestCard>
  );
}
