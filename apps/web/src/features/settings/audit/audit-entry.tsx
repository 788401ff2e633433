import type { AuditEntry } from '@handover/contract/audit.ts';
import { recordInfo } from '@handover/contract/records.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import styles from '../rows.module.css';

export function EntryRow({ entry }: { entry: AuditEntry }): ReactElement {
  const { action, actor, time, ipAddress, subject, subjectId, detail, isSealed } = entry;
  const hasDetail = Object.keys(detail).length > 0;
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <p className={styles['name']}>
          {actionText(action)}{' '}
          {subject !== null && subjectId !== null && (
            <Link to={`${recordInfo[subject.type].path}${subjectId}`} dir="auto">
              {subject.name}
            </Link>
          )}
          {!isSealed && <StatusLabel tone="warning">Not yet verified</StatusLabel>}
        </p>
        <p className={styles['note']}>
          {actor === null ? 'The system' : <Link to={`?actorId=${actor.id}`}>{actor.displayName}</Link>} ·{' '}
          <RelativeTime time={time} />
          {ipAddress !== null && ` · ${ipAddress}`}
          {subjectId !== null && (
            <>
              {' '}
              · <Link to={`?subjectId=${subjectId}`}>View record history</Link>
            </>
          )}
        </p>
        {hasDetail && <p className={styles['facts']}>{detailText(detail)}</p>}
      </div>
    </li>
  );
}

const capitals: Readonly<Record<string, string>> = { api: 'API', html: 'HTML', csv: 'CSV' };

/** Turns `updateCustomer` into "Update customer" and `createApiKey` into "Create API key". */
export function actionText(action: string): string {
  const words = action
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .split(' ')
    .map((word) => capitals[word] ?? word)
    .join(' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The details of an entry in one line: "name: Hot · customers: 3". */
export function detailText(detail: Readonly<Record<string, unknown>>): string {
  return pairsOf(detail).join(' · ');
}

function pairsOf(record: object): string[] {
  return Object.entries(record).map(([name, value]) => `${inWords(name)}: ${textOf(value)}`);
}

function textOf(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value.replaceAll('_', ' ');
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(textOf).join(', ');
  return typeof value === 'object' && value !== null ? `(${pairsOf(value).join(', ')})` : 'none';
}

/** Turns `handedOver` and `handed_over` into "handed over". */
function inWords(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replaceAll(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase();
}
