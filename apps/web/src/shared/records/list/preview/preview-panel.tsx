import { useQuery } from '@tanstack/react-query';
import { Suspense, use, useEffect, useRef, type KeyboardEvent, type ReactElement } from 'react';
import { Link } from 'react-router';
import { IconButton } from '@handover/ui-lite/parts/button.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { RailButton, RailCard, RailNothing } from '#shared/records/page/rail.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import type { AnyList, ListRow, PreviewFacts, PreviewProps } from '../record-list.ts';
import styles from './preview-panel.module.css';

interface PreviewPanelProps extends PreviewProps {
  list: AnyList;
  row: ListRow;
  /** Shows the previous or next row. */
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}

/** A record in a panel next to its list: its facts and latest activity. */
export default function PreviewPanel(props: PreviewPanelProps): ReactElement {
  const { list, row, Latest, onStep, onClose } = props;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const user = useUser();
  const name = list.nameOf(row);
  const page = list.linkTo(row);
  const of = list.preview?.timelineOf(row, user) ?? null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the rows
    <section
      ref={panel}
      className={styles['panel']}
      aria-label={`Preview of ${name}`}
      tabIndex={-1}
      onKeyDown={(event) => onKey(event, { onStep, onClose })}
    >
      <div className={styles['top']}>
        {list.picture(row, 40)}
        <h2 className={styles['name']} dir="auto" aria-live="polite">
          {name}
        </h2>
        <IconButton icon="solar:alt-arrow-up-linear" label="Previous row" onClick={() => onStep(-1)} />
        <IconButton icon="solar:alt-arrow-down-linear" label="Next row" onClick={() => onStep(1)} />
        <IconButton icon="solar:close-linear" label="Close preview" onClick={onClose} />
      </div>
      {page !== null && (
        <Link to={page} className={styles['open']}>
          Open {list.nouns[0]}
        </Link>
      )}
      <Suspense key={row.id} fallback={<Spinner />}>
        <Facts list={list} id={row.id} />
        {of !== null && page !== null && (
          <RailCard title="Latest activity">
            <Latest of={of} page={page} />
          </RailCard>
        )}
      </Suspense>
    </section>
  );
}

/** Leaves the arrow keys to fields, menus, and open dialogs. */
function onKey(
  event: KeyboardEvent,
  { onStep, onClose }: Pick<PreviewPanelProps, 'onStep' | 'onClose'>,
): void {
  const { target, currentTarget, key } = event;
  if (event.defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return;
  if (target.matches('input, select, textarea, [role="combobox"]')) return;
  if (key === 'Escape') onClose();
  else if (key === 'ArrowDown') onStep(1);
  else if (key === 'ArrowUp') onStep(-1);
  else if (key === ' ' && target === currentTarget) onClose();
  else return;
  event.preventDefault();
}

const loaded = new WeakMap<AnyList, Promise<PreviewFacts | null>>();

/** Facts about a list's records, each loaded once. */
export function loadFacts(list: AnyList): Promise<PreviewFacts | null> {
  const facts = loaded.get(list) ?? list.preview?.facts() ?? Promise.resolve(null);
  loaded.set(list, facts);
  facts.catch(() => loaded.delete(list));
  return facts;
}

function Facts({ list, id }: { list: AnyList; id: string }): ReactElement | null {
  const facts = use(loadFacts(list));
  return facts === null ? null : <LoadedFacts facts={facts} id={id} />;
}

function LoadedFacts({ facts, id }: { facts: PreviewFacts; id: string }): ReactElement {
  const { data, error, refetch } = useQuery(facts.query(id));
  if (data !== undefined) return <facts.Facts record={data} />;
  if (error === null) return <Spinner />;
  return (
    <RailNothing role="alert">
      {getErrorMessage(error)} <RailButton onClick={() => void refetch()}>Retry</RailButton>
    </RailNothing>
  );
}
