import type { Activity } from '@handover/contract/records/activities.ts';
import { canResend } from '@handover/contract/conversations/conversations.ts';
import type { CustomField, CustomRecordType } from '@handover/contract/records/custom-fields.ts';
import { parseCustomFieldKey } from '@handover/contract/records/custom-filter.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { customFieldsQuery } from '#shared/customers/custom-fields.ts';
import { MentionText } from '#shared/mentions/mention-input.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { isMinor } from './minor-entries.ts';
import { toSentence } from './sentence.ts';
import styles from './timeline.module.css';
import { useStageNames } from '#shared/labels/businesses.ts';

const ResendButton = lazy(() => import('#shared/conversations/resend-button.tsx'));

/** One entry: a sentence that says who did what and when, and the first lines of the text. */
export function TimelineEntry({
  activity,
  own = [],
  of = null,
  page: recordPage,
}: {
  activity: Activity;
  /** The workspace's custom fields, for their names. */
  own?: readonly CustomField[];
  /** The record of the page, which is not named or linked. */
  of?: RecordRef | null;
  /** The path of the record's page, unless it is the current page. */
  page?: string;
}): ReactElement {
  const { timeZone, areas } = useUser();
  const { icon, actor, verb, section, page, ending, ...sentence } = toSentence(
    activity,
    own,
    useStageNames(),
  );
  const { kind, id, excerpt } = activity.subject;
  const { business, delivery } = activity;
  const isHere = of?.id === id;
  const subject = isHere && sentence.subject !== null ? formatThisRecord(of, verb) : sentence.subject;
  const namesBusiness = kind === 'business' || (kind === 'deal' && subject !== null);
  const isElsewhere = business !== null && business.id !== of?.id && !namesBusiness && !isHere;
  return (
    <li
      className={classNames(
        styles['entry'],
        isMinor(activity) && styles['minor'],
        activity.type === 'email.failed' && styles['failed'],
      )}
    >
      <span className={styles['icon']}>
        <Icon name={icon} size={18} />
      </span>
      <div className={styles['text']}>
        <p>
          {actor !== '' && <strong>{actor} </strong>}
          {section !== null && subject === null ? (
            <SectionLink section={section} target={`${kind}-${id}`} text={verb} page={recordPage} />
          ) : (
            verb
          )}
          {subject !== null && ' '}
          {subject !== null && section !== null && (
            <SectionLink section={section} target={`${kind}-${id}`} text={subject} page={recordPage} />
          )}
          {subject !== null && page !== null && !isHere && (
            <Link to={page} className={styles['link']}>
              {subject}
            </Link>
          )}
          {section === null && (page === null || isHere) && subject}
          {ending !== '' && ` ${ending}`}
          {isElsewhere && (
            <>
              {' on '}
              <Link to={`/admin/business-center/businesses/${business.id}`} className={styles['link']}>
                {business.name}
              </Link>
            </>
          )}
          <span className={styles['gap']}> </span>
          <span className={styles['time']}>
            <RelativeTime time={activity.occurredAt} timeZone={timeZone} />
          </span>
        </p>
        {excerpt !== null && (
          <p className={styles['excerpt']}>
            <MentionText body={excerpt} />
          </p>
        )}
        {delivery !== null && (
          <div className={styles['delivery']}>
            {delivery.cause}
            {canResend(delivery.status) && areas.includes('users') && (
              <Suspense>
                <ResendButton id={id} status={delivery.status} failure={activity.id} of={of} />
              </Suspense>
            )}
          </div>
        )}
      </div>
    </li>
  );
}

/** “this deal” after “moved”; null if the verb already names the record, as in “added the business”. */
function formatThisRecord({ type }: RecordRef, verb: string): string | null {
  const { one } = recordInfo[type];
  return verb.endsWith(` the ${one}`) ? null : `this ${one}`;
}

function SectionLink({
  section,
  target,
  text,
  page,
}: {
  section: string;
  target: string;
  text: string;
  page: string | undefined;
}): ReactElement {
  const [params] = useSearchParams();
  const next = new URLSearchParams(page === undefined ? params : '');
  next.set('tab', section);
  return (
    <Link
      to={{ ...(page !== undefined && { pathname: page }), search: next.toString(), hash: target }}
      className={styles['link']}
    >
      {text}
    </Link>
  );
}

/** The workspace's custom fields, loaded when an entry names one and the viewer may read records of its type. */
export function useChangedFields(entries: readonly Activity[]): readonly CustomField[] {
  const ofCustomers = useEntryFields('customer', entries);
  return [...ofCustomers, ...useEntryFields('business', entries)];
}

function useEntryFields(recordType: CustomRecordType, entries: readonly Activity[]): readonly CustomField[] {
  const { areas } = useUser();
  const isNamed = entries.some(
    ({ type, changedFields }) =>
      type === `${recordType}.updated` && changedFields.some((key) => parseCustomFieldKey(key) !== null),
  );
  const enabled = isNamed && areas.includes(recordInfo[recordType].area);
  return useQuery({ ...customFieldsQuery(recordType), enabled }).data?.all ?? [];
}
