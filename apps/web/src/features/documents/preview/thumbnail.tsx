import type { Document } from '@handover/contract/documents/documents.ts';
import { useState, type ReactElement } from 'react';
import { useNearViewport } from '#shared/lists/use-hash-target.ts';
import { KindIcon } from '../kind-icon.tsx';
import { usePageImage } from './use-page-image.ts';
import styles from './preview.module.css';

/** The first page of a PDF, loaded when it scrolls into view; before that, or if it cannot be drawn, the icon. */
export default function Thumbnail({
  document: { id, number, kind },
  size,
}: {
  document: Document;
  size: number;
}): ReactElement {
  const [isReached, setReached] = useState(false);
  const ref = useNearViewport(() => setReached(true));
  const { url } = usePageImage({ id, number, page: 1, width: '200' }, isReached);
  return (
    <div ref={ref} className={styles['thumbnail']} style={{ inlineSize: size, blockSize: size }}>
      {url === null ? (
        <KindIcon kind={kind} size={size} />
      ) : (
        <img src={url} alt="" className={styles['first']} />
      )}
    </div>
  );
}
