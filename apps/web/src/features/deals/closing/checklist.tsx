import {
  checklistAreaNames,
  checklistStateNames,
  checklistStates,
  type DealClosing,
} from '@handover/contract/deals/deal-closing.ts';
import { checklistAreas } from '@handover/domain/deals/deal-gates.ts';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useClosingChange } from './closing.queries.ts';
import styles from './closing.module.css';

const ItemDialog = lazy(() => import('./item-dialog.tsx'));

export type Item = DealClosing['checklist'][number];

/** Approvals and notices by area, each with its state, day, and note. */
export function Checklist({ closing }: { closing: DealClosing }): ReactElement {
  const { checklist } = closing;
  const openCount = checklist.filter(({ state }) => state === 'open').length;
  return (
    <section className={styles['part']} aria-label="Closing checklist">
      <h3 className={styles['title']}>
        Closing checklist{' '}
        <span className={styles['note']}>
          {openCount} {openCount === 1 ? 'item' : 'items'} open. Not legal advice.
        </span>
      </h3>
      {checklistAreas.map((area) => (
        <div key={area}>
          <h4 className={styles['area']}>{checklistAreaNames[area]}</h4>
          <ul className={styles['list']}>
            {checklist
              .filter((item) => item.area === area)
              .map((item) => (
                <ChecklistItem key={item.key} item={item} closing={closing} />
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function ChecklistItem({ item, closing }: { item: Item; closing: DealClosing }): ReactElement {
  const { key, title, hint, state, note } = item;
  const [isEditing, setEditing] = useState(false);
  const { run } = useClosingChange(closing);
  return (
    <li className={styles['item']}>
      <div className={styles['text']}>
        <p className={styles['name']}>{title}</p>
        {hint !== null && <p className={styles['note']}>{hint}</p>}
        <LastChange item={item} />
        {note !== null && <p className={styles['pre']}>{note}</p>}
      </div>
      {closing.canUpdate ? (
        <>
          <Button
            variant="outlined"
            color="inherit"
            aria-label={`Date and note for “${title}”`}
            onClick={() => setEditing(true)}
          >
            Date and note
          </Button>
          <MenuButton
            label={checklistStateNames[state]}
            name={`Status of ${title}: ${checklistStateNames[state]}`}
            actions={checklistStates
              .filter((next) => next !== state)
              .map((next) => ({
                label: checklistStateNames[next],
                onSelect: () => run({ item: { key, state: next } }),
              }))}
          />
        </>
      ) : (
        <StatusLabel tone={state === 'open' ? 'warning' : 'success'}>
          {checklistStateNames[state]}
        </StatusLabel>
      )}
      {isEditing && (
        <Suspense>
          <ItemDialog item={item} closing={closing} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </li>
  );
}

function LastChange({ item: { doneOn, changedBy, changedAt } }: { item: Item }): ReactElement | null {
  if (doneOn === null && changedBy === null) return null;
  return (
    <p className={styles['note']}>
      {doneOn !== null && `Done ${formatDate(doneOn)}`}
      {doneOn !== null && changedBy !== null && ' · '}
      {changedBy !== null && `Changed by ${changedBy.displayName} `}
      {changedBy !== null && changedAt !== null && <RelativeTime time={changedAt} />}
    </p>
  );
}
