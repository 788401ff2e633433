import type { Finding, ProfileSection } from '@handover/contract/profiles.ts';
import { parseProfileBlocks } from '@handover/domain/profiles/profile-text.ts';
import type { ReactElement, ReactNode } from 'react';
import styles from './profile-text.module.css';

interface ProfileTextProps {
  title: string;
  sections: readonly ProfileSection[];
  /** Passages to mark. */
  findings?: readonly Finding[];
  /** The heading level of the title: 1 if it is the page's own heading, otherwise 2. */
  level?: 1 | 2;
}

/** A teaser or CIM as its readers see it. Plain CSS, for public pages too. */
export function ProfileText({ title, sections, findings = [], level = 2 }: ProfileTextProps): ReactElement {
  const Title = level === 1 ? 'h1' : 'h2';
  const Heading = level === 1 ? 'h2' : 'h3';
  const marked = (text: string, section: number | null, isHeading: boolean): ReactNode =>
    markPassages(
      text,
      findings.filter((one) => one.section === section && one.isHeading === isHeading),
    );
  return (
    <article className={styles['text']}>
      <Title className={styles['title']}>{marked(title, null, false)}</Title>
      {sections.map(({ heading, text }, section) => (
        <section key={section} className={styles['section']}>
          <Heading className={styles['heading']}>{marked(heading, section, true)}</Heading>
          {parseProfileBlocks(text).map((block, index) =>
            block.kind === 'list' ? (
              <ul key={index}>
                {block.items.map((item, at) => (
                  <li key={at}>{marked(item, section, false)}</li>
                ))}
              </ul>
            ) : (
              <p key={index}>{marked(block.text, section, false)}</p>
            ),
          )}
        </section>
      ))}
    </article>
  );
}

/** The text with each passage in a mark. */
function markPassages(text: string, findings: readonly Finding[]): ReactNode {
  const parts: ReactNode[] = [];
  let rest = text;
  for (;;) {
    const next = findings
      .map(({ passage, kind }) => ({ passage, kind, at: rest.indexOf(passage) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.passage.length - a.passage.length)[0];
    if (next === undefined) break;
    const end = next.at + next.passage.length;
    parts.push(
      rest.slice(0, next.at),
      <mark
        key={parts.length}
        className={next.kind === 'placeholder' ? styles['placeholder'] : styles['leak']}
      >
        {next.passage}
      </mark>,
    );
    rest = rest.slice(end);
  }
  return parts.length === 0 ? text : [...parts, rest];
}
