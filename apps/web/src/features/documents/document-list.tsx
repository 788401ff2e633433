import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type DragEvent, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import { useLoadUntilFound } from '#shared/lists/use-hash-target.ts';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import DocumentRows from './document-rows.tsx';
import styles from './documents.module.css';
import { recordDocumentsQuery } from '#shared/files/documents.queries.ts';
import UploadRows from './upload-rows.tsx';
import { maxUploadSize, useUploads } from './use-uploads.ts';

interface DocumentListProps {
  of: RecordRef;
  canUpload: boolean;
}

/** The files of a record, and the upload of new ones. */
export default function DocumentList({ of, canUpload }: DocumentListProps): ReactElement {
  const query = useInfiniteQuery(recordDocumentsQuery(of));
  const documents = query.data?.pages.flatMap((page) => page.documents) ?? [];
  useLoadUntilFound('document', { query, items: documents });
  return (
    <div className={styles['list']}>
      {canUpload && <UploadPanel of={of} />}
      <PagedPanel
        query={query}
        count={documents.length}
        empty={{
          icon: 'solar:document-text-bold-duotone',
          title: 'No files yet',
          ...(canUpload && { text: 'Add the first one above.' }),
        }}
        failed="The files could not be loaded"
      >
        <DocumentRows documents={documents} of={of} />
        <LoadMore
          query={query}
          shown={documents.length}
          total={query.data?.pages[0]?.total ?? documents.length}
        />
      </PagedPanel>
    </div>
  );
}

/** Accepts files and shows running and failed uploads. */
function UploadPanel({ of }: { of: RecordRef }): ReactElement {
  const { uploads, add, retry, retryAll, pause, remove } = useUploads({ of, folderId: null });
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };
  return (
    <>
      <div
        className={classNames(styles['drop'], isOver && styles['over'])}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="solar:cloud-upload-bold-duotone" size={32} />
        <p className={styles['hint']}>
          <span className={styles['pointer']}>Drop files here. </span>
          Up to {maxUploadSize} each.
        </p>
        <FileButton isMultiple variant="outlined" color="inherit" onFiles={add}>
          Add files
        </FileButton>
      </div>
      <UploadRows uploads={uploads} onRetry={retry} onRetryAll={retryAll} onPause={pause} onRemove={remove} />
    </>
  );
}
