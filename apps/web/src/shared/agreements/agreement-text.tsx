import { parseAgreementBlocks } from '@handover/domain/agreement-text.ts';
import type { ReactElement } from 'react';
import styles from './agreement-text.module.css';

/** The text of an agreement. Plain CSS, for public pages too. */
export function AgreementText({ title, text }: { title: string; text: string }): ReactElement {
  return (
    <article className={styles['text']}>
      <h2>{title}</h2>
      {parseAgreementBlocks(text).map((block, index) =>
        block.kind === 'heading' ? <h3 key={index}>{block.text}</h3> : <p key={index}>{block.text}</p>,
      )}
    </article>
  );
}
