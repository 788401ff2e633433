import type { DocumentKind } from '@handover/contract/documents/document-list.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import type { ReactElement } from 'react';
import styles from './documents.module.css';

const icons: Readonly<Record<DocumentKind, string>> = {
  pdf: 'solar:document-text-bold-duotone',
  image: 'solar:gallery-bold-duotone',
  spreadsheet: 'solar:chart-square-bold-duotone',
  text_document: 'solar:document-text-bold-duotone',
  presentation: 'solar:document-text-bold-duotone',
  text: 'solar:notes-bold-duotone',
  other: 'solar:folder-2-bold-duotone',
};

/** The icon of a file, colored by its kind. */
export function KindIcon({ kind, size }: { kind: DocumentKind; size: number }): ReactElement {
  return (
    <span className={styles['kind']} data-kind={kind} style={{ inlineSize: size, blockSize: size }}>
      <Icon name={icons[kind]} size={Math.round(size * 0.7)} />
    </span>
  );
}
