import type { Activity } from '@handover/contract/activities.ts';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { MentionText } from '../../shared/mentions/mention-text.tsx';
import { useUser } from '../../shared/session/session-context.tsx';
import { sentenceOf } from './sentence.ts';
import styles from './timeline.module.css';

/** One entry as a sentence: who did what, when, and the first lines of it. */
export function TimelineEntry({ activity }: { activity: Activity }): ReactElement {
  const { timeZone } = useUser();
  const { icon, actor, verb, subject, section } = sentenceOf(activity);
  const { kind, id, excerpt } = activity.subject;
  return (
    <li className={styles['entry']}>
      <span className={styles['icon']}>
        <Icon name={icon} size={18} />
      </span>
      <div className={styles['text']}>
        <p>
          <strong>{actor}</strong>{' '}
          {section !== null && subject === null ? (
            <SectionLink section={section} target={`${kind}-${id}`} text={verb} />
          ) : (
            verb
          )}{' '}
          {subject !== null &&
            (section === null ? (
              subject
            ) : (
              <SectionLink section={section} target={`${kind}-${id}`} text={subject} />
            ))}
          <span className={styles['time']}>
            <RelativeTime time={activity.occurredAt} timeZone={timeZone} />
          </span>
        </p>
        {excerpt !== null && (
          <p className={styles['excerpt']}>
            <MentionText body={excerpt} />
          </p>
        )}
      </div>
    </li>
  );
}

function SectionLink({
  section,
  target,
  text,
}: {
  section: string;
  target: string;
  text: string;
}): ReactElement {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set('tab', section);
  return (
    <Link to={{ search: next.toString(), hash: target }} className={styles['link']}>
      {text}
    </Link>
  );
}
