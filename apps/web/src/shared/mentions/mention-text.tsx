import type { ReactElement } from 'react';
import styles from './mention-text.module.css';
import { partsOf } from './mentions.ts';

/** A stored text with its mentions highlighted. Line breaks are the container's to keep. */
export function MentionText({ body }: { body: string }): ReactElement {
  return (
    <>
      {partsOf(body).map((part, index) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          <mark key={index} className={styles['mention']}>
            {part.text}
          </mark>
        ),
      )}
    </>
  );
}
