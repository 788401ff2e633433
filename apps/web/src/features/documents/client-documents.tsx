import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import DocumentRows from './document-rows.tsx';
import { sharedDocumentsQuery } from '#shared/files/documents.queries.ts';

/** The files that are shared with the client. */
export default function ClientDocuments(): ReactElement {
  const query = useInfiniteQuery(sharedDocumentsQuery());
  const documents = query.data?.pages.flatMap((page) => page.documents) ?? [];
  return (
    <PagedPanel
      query={query}
      count={documents.length}
      empty={{
        icon: 'solar:document-text-bold-duotone',
        title: 'No files yet',
        text: 'Files your broker shares with you will appear here.',
      }}
      failed="Your files could not be loaded"
    >
      <DocumentRows documents={documents} />
      <LoadMore
        query={query}
        shown={documents.length}
        total={query.data?.pages[0]?.total ?? documents.length}
      />
    </PagedPanel>
  );
}
