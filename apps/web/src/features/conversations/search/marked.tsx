import type { MarkedText } from '@handover/contract/message-search.ts';
import type { ReactElement } from 'react';
import styles from './message-search.module.css';

/** A text with what was searched for set apart. */
export function Marked({ text }: { text: MarkedText }): ReactElement {
  return (
    <>
      {text.map((piece, index) =>
        piece.isHit ? (
          <mark key={index} className={styles['mark']}>
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </>
  );
}
