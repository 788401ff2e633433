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
          title={label}
          preventScrollReset
        >
          <Icon name={icon} size={18} />
          <span className={styles['label']}>{label}</span>
        </Link>
      ))}
    </nav>
  );
}

const parameter = 'layout';

const layouts = {
  list: { label: 'List', icon: 'solar:checklist-minimalistic-linear' },
  board: { label: 'Board', icon: 'solar:widget-4-linear' },
  map: { label: 'Map', icon: 'solar:map-linear' },
} as const;
type ListLayout = keyof typeof layouts;

/** The layout in the URL, by default the list, and a switch between layouts with the same filters. */
export function useListLayout<Name extends ListLayout>(
  others: readonly Name[],
): { layout: Name | 'list'; layoutSwitch: ReactElement } {
  const [params] = useSearchParams();
  const layout = others.find((name) => name === params.get(parameter)) ?? 'list';
  const hrefOf = (name: ListLayout): string => {
    const next = new URLSearchParams(params);
    // Another layout does not start at the list's current page.
    for (const each of [parameter, 'cursor', 'page']) next.delete(each);
    if (name !== 'list') next.set(parameter, name);
    return `?${next.toString()}`;
  };
  const names: readonly ListLayout[] = ['list', ...others];
  const links = names.map((name) => ({ name, ...layouts[name], to: hrefOf(name) }));
  return { layout, layoutSwitch: <LayoutSwitch layouts={links} current={layout} /> };
}
