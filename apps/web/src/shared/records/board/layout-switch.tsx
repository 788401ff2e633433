import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import styles from './layout-switch.module.css';

interface Layout {
  readonly name: string;
  readonly label: string;
  readonly icon: string;
  readonly to: string;
}

/** Links to the same records in other layouts. */
export function LayoutSwitch({
  layouts,
  current,
}: {
  layouts: readonly Layout[];
  current: string;
}): ReactElement {
  return (
    <nav aria-label="Layout" className={styles['tabs']}>
      {layouts.map(({ name, label, icon, to }) => (
        <Link
          key={name}
          to={to}
          aria-current={name === current ? 'true' : undefined}
          className={styles['tab']}
          preventScrollReset
        >
          <Icon name={icon} size={18} />
          {label}
        </Link>
      ))}
    </nav>
  );
}

const parameter = 'layout';

/** Whether the address asks for the board, and a switch between it and the list over the same filters. */
export function useBoardLayout(): { isBoard: boolean; layoutSwitch: ReactElement } {
  const [params] = useSearchParams();
  const isBoard = params.get(parameter) === 'board';
  const hrefOf = (name: string): string => {
    const next = new URLSearchParams(params);
    // Another layout does not continue the page that the list was on.
    for (const each of [parameter, 'cursor', 'page']) next.delete(each);
    if (name === 'board') next.set(parameter, name);
    return `?${next.toString()}`;
  };
  const layouts = [
    { name: 'list', label: 'List', icon: 'solar:checklist-minimalistic-linear', to: hrefOf('list') },
    { name: 'board', label: 'Board', icon: 'solar:widget-4-linear', to: hrefOf('board') },
  ];
  return { isBoard, layoutSwitch: <LayoutSwitch layouts={layouts} current={isBoard ? 'board' : 'list'} /> };
}
