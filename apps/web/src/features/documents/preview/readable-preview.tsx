import { getDocumentText } from '@handover/contract/documents/document-content.ts';
import type { Document } from '@handover/contract/documents/documents.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { EmptyState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { oneQuery } from '#shared/api/query-factory.ts';
import { PreviewFailure } from './preview-failure.tsx';
import TablePreview from './table-preview.tsx';
import styles from './preview.module.css';

type FileText = ResponseOf<typeof getDocumentText>['text'];

/**
 * Not live, because each call counts as opening the file, and a version never changes. Each preview opens the file
 * again, so that permission is checked and the view is recorded.
 */
const textQuery = ({ id, number }: Document) => ({
  ...oneQuery<FileText>({
    queryKey: ['document-readable', id, number],
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (await send(getDocumentText, { params: { id }, query: { number: String(number) } }, { signal })).text,
  }),
  gcTime: 0,
});

const reasons: Readonly<Record<Exclude<FileText['state'], 'ready' | 'waiting'>, string>> = {
  none: 'Download the file to open it.',
  password: 'This file needs a password. Download it to open it.',
  damaged: 'This file is damaged and cannot be shown.',
  'too-large': 'This file is too large to be shown here. Download it to open it.',
  unfinished: 'Reading this file took too long. Download it to open it.',
};

/** The text of an Office file or an email, without its layout. */
export default function ReadablePreview({ document }: { document: Document }): ReactElement {
  const {
    data: text,
    error,
    refetch,
  } = useQuery({
    ...textQuery(document),
    // Polls until the server has extracted the text.
    refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? 3_000 : false),
  });
  if (error !== null) return <PreviewFailure error={error} onRetry={() => void refetch()} />;
  if (text === undefined || text.state === 'waiting') return <Spinner />;
  const pages = text.pages.filter((page) => page.text.trim() !== '');
  if (text.state !== 'ready' || pages.length === 0)
    return (
      <EmptyState
        icon="solar:document-text-bold-duotone"
        title="No preview"
        text={text.state === 'ready' ? 'This file has no text. Download it to open it.' : reasons[text.state]}
      />
    );
  return (
    <div className={styles['card']}>
      {pages.map((page, index) => (
        <section key={index} aria-label={page.title ?? `Page ${String(index + 1)}`}>
          {(page.title !== null || pages.length > 1) && (
            <h3 className={styles['heading']}>
              <bdi>
                {page.title ?? `${document.kind === 'presentation' ? 'Slide' : 'Page'} ${String(index + 1)}`}
              </bdi>
            </h3>
          )}
          {document.kind === 'spreadsheet' ? (
            <TablePreview text={page.text} delimiter="," name={page.title ?? document.name} />
          ) : (
            <p className={styles['readable']} dir="auto">
              {page.text}
            </p>
          )}
        </section>
      ))}
      <p className={styles['more']}>
        {text.isCut ? 'Only the beginning of the text is shown. ' : 'The text is shown without its layout. '}
        Download the file to see the original.
      </p>
    </div>
  );
}
