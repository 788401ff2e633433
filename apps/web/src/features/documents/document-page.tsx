import { documentKindNames } from '@handover/contract/documents/document-list.ts';
import {
  getDocument,
  openDocument,
  restoreDocumentVersion,
  type Document,
} from '@handover/contract/documents/documents.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { currentAttestation, type AttestationVersion } from '@handover/domain/phi/attestation.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatFullTime } from '@handover/ui/parts/time-text.ts';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { downloadTicket, formatSize } from '#shared/files/files.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { RailButton, RailCard, RailCards, RailFacts } from '#shared/records/page/rail.tsx';
import summary from '#shared/records/page/record-header.module.css';
import { RecordLayout, RecordPage, type RecordPageSpec } from '#shared/records/page/record-page.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import TagsInput from '#shared/tags/tags-input.tsx';
import DocumentMenu from './document-menu.tsx';
import { FileAlert, LegalHoldNotice } from './file-notice.tsx';
import { KindIcon } from './kind-icon.tsx';
import { LinkedRecords } from './linked-records.tsx';
import { Preview } from './preview/preview.tsx';
import { SharedLinks } from './shared-links.tsx';
import { useDocumentMutations } from './use-document-mutations.ts';
import { useNewVersion } from './use-new-version.ts';
import styles from './documents.module.css';

const AttestDialog = lazy(() => import('./rooms/attest-dialog.tsx'));
const legalHoldText = 'Legal hold';

type Detail = ResponseOf<typeof getDocument>;
type Shown = Detail & { readonly id: string };

const documentQuery = (id: string): QueryFor<Shown> =>
  oneQuery({
    queryKey: ['document', 'all', 'detail', id],
    queryFn: async ({ signal }) => ({ ...(await send(getDocument, { params: { id } }, { signal })), id }),
  });

const documentPage: RecordPageSpec<Shown> = {
  noun: { one: 'file', many: 'files' },
  icon: recordInfo.document.icon,
  listPath: '/admin/documents',
  pathOf: (id) => `${recordInfo.document.path}${id}`,
  query: documentQuery,
  headingOf: ({ document: { name, kind, sizeBytes } }) => ({
    title: name,
    description: `${documentKindNames[kind]}, ${formatSize(sizeBytes)}`,
  }),
  View: DocumentView,
};

/** admin/documents/:id */
export default function DocumentPage(): ReactElement {
  return <RecordPage spec={documentPage} />;
}

function DocumentView({ record: { document, versions } }: { record: Shown }): ReactElement {
  return (
    <RecordLayout
      header={<DocumentHeader document={document} />}
      composer={null}
      sections={[{ name: 'preview', label: 'Preview', content: <DocumentContent document={document} /> }]}
      rail={
        <RailCards>
          <DocumentFacts document={document} versions={versions} />
          <DocumentTags document={document} />
          <LinkedRecords document={document} />
          {document.kind !== 'other' && document.deletedAt === null && <SharedLinks document={document} />}
          <Versions document={document} versions={versions} />
        </RailCards>
      }
    />
  );
}

function DocumentContent({ document }: { document: Document }): ReactElement {
  return (
    <div className={styles['list']}>
      <LegalHoldNotice document={document} />
      <FileAlert document={document} />
      {document.blocked === undefined && <Preview document={document} />}
    </div>
  );
}

function DocumentHeader({ document }: { document: Document }): ReactElement {
  const { timeZone } = useUser();
  const { upload, progress } = useNewVersion(document);
  const [chosen, setChosen] = useState<File | null>(null);
  const { kind, folder, createdAt, createdBy, audience, deletedAt, legalHolds, abilities } = document;
  return (
    <section className={summary['header']} aria-label="Summary">
      <KindIcon kind={kind} size={56} />
      <div className={summary['facts']}>
        <p className={summary['line']}>
          {deletedAt !== null && <StatusLabel tone="error">In the trash</StatusLabel>}
          {legalHolds.length > 0 && <StatusLabel tone="warning">{legalHoldText}</StatusLabel>}
          {audience === 'client' && <StatusLabel tone="info">Shared</StatusLabel>}
          {folder !== null && <Link to={`/admin/documents?folderId=${folder.id}`}>{folder.name}</Link>}
        </p>
        <p className={summary['second']}>
          <span>
            Added{createdBy !== null && ` by ${createdBy.displayName}`}{' '}
            <RelativeTime time={createdAt} timeZone={timeZone} />
          </span>
        </p>
      </div>
      <div className={summary['actions']}>
        {abilities.canUpdate && (
          <FileButton
            variant="outlined"
            color="inherit"
            onFiles={([file]) => {
              if (document.isInRoom === true) setChosen(file ?? null);
              else if (file !== undefined) upload(file);
            }}
          >
            {progress === null ? 'Upload new version' : `Uploading ${String(Math.round(progress * 100))}%`}
          </FileButton>
        )}
        <DocumentMenu document={document} />
      </div>
      <Suspense>
        {chosen !== null && (
          <AttestDialog files={[chosen]} onConfirm={() => upload(chosen)} onClose={() => setChosen(null)} />
        )}
      </Suspense>
    </section>
  );
}

function DocumentTags({ document }: { document: Document }): ReactElement {
  const { update, isPending } = useDocumentMutations(document, null);
  const [chosen, setChosen] = useState<readonly Document['tags'][number][]>([]);
  const { abilities } = document;
  const tags = isPending ? chosen : document.tags;
  return (
    <RailCard title="Tags">
      {abilities.canUpdate ? (
        <TagsInput
          label="Tags on this file"
          value={tags}
          onChange={(changed) => {
            setChosen(changed);
            update({ tagIds: changed.map(({ id }) => id) });
          }}
        />
      ) : (
        <p>{tags.length === 0 ? 'No tags.' : tags.map(({ name }) => name).join(', ')}</p>
      )}
    </RailCard>
  );
}

function DocumentFacts({ document, versions }: Detail): ReactElement {
  const { timeZone } = useUser();
  return (
    <RailCard title="Details">
      <RailFacts
        isStacked
        facts={[
          ['Kind', documentKindNames[document.kind]],
          ['Size', formatSize(document.sizeBytes)],
          [
            'Added',
            `${formatFullTime(new Date(document.createdAt), timeZone)} by ${document.createdBy?.displayName ?? 'a client'}`,
          ],
          ['SHA-256 hash', versions[0]?.sha256 ?? null],
        ]}
      />
    </RailCard>
  );
}

function Versions({ document, versions }: Detail): ReactElement {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { timeZone } = useUser();
  const { mutate } = useMutation({
    mutationFn: (number: number) =>
      send(openDocument, { params: { id: document.id }, query: { number: String(number) } }),
    onSuccess: ({ ticket }) => downloadTicket(ticket),
    onError: (error) => toasts.failed(getErrorMessage(error)),
  });
  const [unattested, setUnattested] = useState<number | null>(null);
  const restore = useMutation({
    mutationFn: ({ number, attestation }: { number: number; attestation?: AttestationVersion }) =>
      send(restoreDocumentVersion, {
        params: { id: document.id, number: String(number) },
        query: { attestation },
      }),
    onSuccess: (_, { number }) => {
      refresh({ noun: 'document', customerId: null });
      toasts.done(`Version ${String(number)} restored`);
    },
    onError: (error) => toasts.failed(getErrorMessage(error)),
  });
  return (
    <RailCard title="Versions">
      <ul className={styles['versions']}>
        {versions.map(({ number, sizeBytes, addedBy, addedAt, attestation }) => (
          <li key={number}>
            <p>
              <strong>Version {number}</strong> · {formatSize(sizeBytes)}
            </p>
            <p className={styles['facts']}>
              {addedBy.displayName}, <RelativeTime time={addedAt} timeZone={timeZone} />
            </p>
            {attestation !== null && (
              <p className={styles['facts']}>
                {attestation.by.displayName} confirmed: “{attestation.wording}” (statement version{' '}
                {attestation.version}), <RelativeTime time={attestation.at} timeZone={timeZone} />
              </p>
            )}
            <RailButton label={`Download version ${String(number)}`} onClick={() => mutate(number)}>
              Download
            </RailButton>
            {number !== document.number && document.abilities.canUpdate && (
              <RailButton
                label={`Restore version ${String(number)}`}
                onClick={() => {
                  if (document.isInRoom === true && attestation === null) setUnattested(number);
                  else restore.mutate({ number });
                }}
              >
                Restore
              </RailButton>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {unattested !== null && (
          <AttestDialog
            files={[document]}
            action="Restore"
            onConfirm={() => restore.mutate({ number: unattested, attestation: currentAttestation })}
            onClose={() => setUnattested(null)}
          />
        )}
      </Suspense>
    </RailCard>
  );
}
