import { useSearchParams } from 'react-router';
import { useRef, type ReactElement } from 'react';
import { documentList } from '#features/documents/documents.record.tsx';
import { Library } from '#features/documents/library/library.tsx';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';

/** admin/documents */
export default function DocumentListPage(): ReactElement {
  const folderId = useSearchParams()[0].get('folderId');
  const chooser = useRef<HTMLInputElement>(null);
  const folderChooser = useRef<HTMLInputElement>(null);
  return (
    <Library folderId={folderId} chooser={chooser} folderChooser={folderChooser}>
      <RecordListPage
        list={documentList}
        create={{ label: 'Upload', onCreate: () => chooser.current?.click() }}
        menu={[
          {
            label: 'Upload folder',
            icon: 'solar:upload-square-linear',
            onSelect: () => folderChooser.current?.click(),
          },
        ]}
      />
    </Library>
  );
}
