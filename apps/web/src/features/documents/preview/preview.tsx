import { openDocument, type Document } from '@handover/contract/documents/documents.ts';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { EmptyState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { oneQuery } from '#shared/api/query-factory.ts';
import { PreviewFailure } from './preview-failure.tsx';
import styles from './preview.module.css';

const TablePreview = lazy(() => import('./table-preview.tsx'));
const PdfPreview = lazy(() => import('./pdf-preview.tsx'));
const ReadablePreview = lazy(() => import('./readable-preview.tsx'));

const isEmail = /\.eml$/i;
const isTable = /\.(csv|tsv)$/i;

/** The number of characters of a text to show. */
const maxTextLength = 200_000;
/** Enough for more characters than that in any encoding. One that is cut off at the end is not shown. */
const maxTextBytes = 4 * maxTextLength;

/** The content of a file, if the browser can show it safely. */
export function Preview({ document }: { document: Document }): ReactElement {
  if (isWithheld(document))
    return (
      <EmptyState
        icon="solar:document-text-bold-duotone"
        title="Ask for a PDF"
        text="This file type cannot be watermarked with your name, so it cannot be shown. Ask your broker for a PDF."
      />
    );
  if (document.isMarked === true) return <Pages document={document} />;
  if (document.kind === 'image') return <ImagePreview document={document} />;
  if (document.kind === 'text' && !isEmail.test(document.name)) return <TextPreview document={document} />;
  if (document.kind === 'pdf') return <Pages document={document} />;
  if (document.kind !== 'other')
    return (
      <Suspense fallback={<Spinner />}>
        <ReadablePreview document={document} />
      </Suspense>
    );
  return (
    <EmptyState
      icon="solar:document-text-bold-duotone"
      title="No preview"
      text="Download the file to open it."
    />
  );
}

/** Whether the reader sees no pages, because the file has none that can be watermarked. */
function isWithheld({ isMarked, kind }: Document): boolean {
  return isMarked === true && kind === 'other';
}

function Pages({ document }: { document: Document }): ReactElement {
  return (
    <Suspense fallback={<Spinner />}>
      <PdfPreview document={document} />
    </Suspense>
  );
}

function ImagePreview({ document }: { document: Document }): ReactElement {
  const { data: url, error, refetch } = useQuery(addressQuery(document));
  if (error !== null) return <PreviewFailure error={error} onRetry={() => void refetch()} />;
  if (url === undefined) return <Spinner />;
  return (
    <div className={styles['card']}>
      <img src={url} alt={document.name} className={styles['image']} />
    </div>
  );
}

function TextPreview({ document }: { document: Document }): ReactElement {
  const { data: text, error, refetch } = useQuery(textQuery(document));
  if (error !== null) return <PreviewFailure error={error} onRetry={() => void refetch()} />;
  if (text === undefined) return <Spinner />;
  return (
    <div className={styles['card']}>
      {isTable.test(document.name) ? (
        <Suspense fallback={<Spinner />}>
          <TablePreview text={text.slice(0, maxTextLength)} name={document.name} />
        </Suspense>
      ) : (
        <pre className={styles['text']} dir="auto">
          {text.slice(0, maxTextLength)}
        </pre>
      )}
      {text.length > maxTextLength && (
        <p className={styles['more']}>
          Only the beginning of this file is shown. Download it to read the rest.
        </p>
      )}
    </div>
  );
}

async function openAddress({ id }: Document, signal: AbortSignal): Promise<string> {
  return (await send(openDocument, { params: { id } }, { signal })).ticket.url;
}

/** Not live, because each call counts as a download. A ticket expires, so each preview gets a new one. */
const addressQuery = (document: Document) => ({
  ...oneQuery<string>({
    queryKey: ['document-address', document.id, document.number],
    staleTime: Infinity,
    queryFn: ({ signal }) => openAddress(document, signal),
  }),
  gcTime: 0,
});

/**
 * The beginning of a text, which never changes, because its version does not. Each preview opens the file again, so that
 * permission is checked and the view is recorded.
 */
const textQuery = (document: Document) => ({
  ...oneQuery<string>({
    queryKey: ['document-text', document.id, document.number],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const response = await fetch(await openAddress(document, signal), {
        signal,
        ...(document.sizeBytes > maxTextBytes && {
          headers: { Range: `bytes=0-${String(maxTextBytes - 1)}` },
        }),
      });
      if (!response.ok) throw new Error('The file could not be opened.');
      const [, encoding] = /charset=(.+)/.exec(document.contentType) ?? [];
      return new TextDecoder(encoding).decode(await response.arrayBuffer());
    },
  }),
  gcTime: 0,
});
