import {
  getDocumentPages,
  pageWidths,
  reportReading,
} from '@handover/contract/documents/document-content.ts';
import type { Document } from '@handover/contract/documents/documents.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useNearViewport } from '#shared/lists/use-hash-target.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { PageSheet, useReadingTimer, type ReadingTimer } from './page-sheet.tsx';
import { PreviewFailure } from './preview-failure.tsx';
import { usePageImage } from './use-page-image.ts';
import styles from './preview.module.css';

type Pages = ResponseOf<typeof getDocumentPages>['pages'];

const pagesQuery = ({ id, number }: Document): QueryFor<Pages> =>
  oneQuery({
    queryKey: ['document', 'all', 'preview', id, String(number), 'pages'],
    queryFn: async ({ signal }) =>
      (await send(getDocumentPages, { params: { id }, query: { number: String(number) } }, { signal })).pages,
  });

/** The pages of a PDF in one column, each loaded when it scrolls into view. */
export default function PdfPreview({ document }: { document: Document }): ReactElement {
  const { data: pages, error, refetch } = useQuery(pagesQuery(document));
  const timer = useDocumentTimer(document);
  const shownPage = Number(useSearchParams()[0].get('page') ?? 1);
  if (error !== null) return <PreviewFailure error={error} onRetry={() => void refetch()} />;
  if (pages === undefined) return <Spinner />;
  const { pageCount, sizes } = pages;
  return (
    <div className={styles['card']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus, or the keyboard cannot scroll it */}
      <div className={styles['pages']} tabIndex={0} role="region" aria-label={`Pages of ${document.name}`}>
        {sizes.map((size, index) => (
          <Page
            key={index}
            document={document}
            timer={timer}
            page={index + 1}
            ratio={size.width / Math.max(size.height, 1)}
            pageCount={pageCount}
            isShown={index + 1 === shownPage && shownPage > 1}
          />
        ))}
      </div>
      {sizes.length < pageCount && (
        <p className={styles['more']}>
          Showing the first {sizes.length.toLocaleString('en')} of {pageCount.toLocaleString('en')} pages.
          {document.kind === 'pdf' && ' Download the file to read the rest.'}
        </p>
      )}
    </div>
  );
}

/** Only clients' reading is measured, not that of staff. */
function useDocumentTimer({ id, number }: Document): ReadingTimer {
  const isMeasured = useUser().role === 'CLIENT';
  return useReadingTimer(async (pages) => {
    if (isMeasured)
      await send(reportReading, { params: { id }, body: { number, pages } }, { keepalive: true });
  });
}

interface PageProps {
  document: Document;
  timer: ReadingTimer;
  page: number;
  /** Width divided by height. */
  ratio: number;
  pageCount: number;
  /** Whether the URL refers to this page. */
  isShown: boolean;
}

function Page({
  document: { id, name, number },
  timer,
  page,
  ratio,
  pageCount,
  isShown,
}: PageProps): ReactElement {
  const [isReached, setReached] = useState(false);
  const ref = useNearViewport(() => setReached(true));
  const { url, error, refetch } = usePageImage({ id, number, page, width: getScreenWidth() }, isReached);
  useEffect(() => {
    if (isShown) ref.current?.scrollIntoView({ block: 'start' });
  }, [isShown, ref]);
  return (
    <figure className={styles['page']}>
      <div ref={ref} className={styles['paper']} style={{ aspectRatio: ratio }}>
        {url !== null && (
          <PageSheet timer={timer} page={page} url={url} alt={`Page ${String(page)} of ${name}`} />
        )}
        {error !== null && (
          <FailedState
            title="This page could not be loaded"
            text={getErrorMessage(error)}
            onRetry={refetch}
          />
        )}
      </div>
      <figcaption className={styles['caption']}>
        {page} / {pageCount.toLocaleString('en')}
      </figcaption>
    </figure>
  );
}

/** The width at which a page is sharp on this screen without wasting bytes. */
function getScreenWidth(): (typeof pageWidths)[number] {
  const wanted = Math.min(window.innerWidth, 1_000) * window.devicePixelRatio;
  return pageWidths.find((width) => Number(width) >= Math.max(wanted, 800)) ?? '2000';
}
