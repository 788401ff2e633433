import type { ReactElement } from 'react';
import { densities, type Density } from '#shared/lists/density.ts';
import type { ListNavigation } from '../search/use-list-search.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { defaultKeys } from './columns.ts';
import styles from './display-panel.module.css';
import { PageSize } from './page-size.tsx';
import type { DisplaySettings } from './use-display-settings.ts';

const densityNames = {
  compact: 'Compact',
  standard: 'Standard',
  comfortable: 'Comfortable',
} as const satisfies Record<Density, string>;

interface DisplayPanelProps {
  titleId: string;
  looks: DisplaySettings;
  list: ListNavigation;
  /** The panel has its size now. */
  onShown: () => void;
}

/** How the list looks. Everything takes effect at once. */
export default function DisplayPanel({ titleId, looks, list, onShown }: DisplayPanelProps): ReactElement {
  return (
    <div ref={onShown} className={styles['panel']}>
      <h2 id={titleId} className={styles['title']}>
        Display
      </h2>
      <fieldset className={styles['group']}>
        <legend>Row height</legend>
        <div className={styles['options']}>
          {densities.map((name) => (
            <label key={name} className={styles['option']}>
              <input
                type="radio"
                name="density"
                checked={looks.density === name}
                onChange={() => looks.setDensity(name)}
              />
              {densityNames[name]}
            </label>
          ))}
        </div>
      </fieldset>
      <PageSize list={list} />
      <ColumnChooser
        title="Columns"
        hint="The name always comes first."
        shown={looks.columns}
        available={looks.available}
        onChange={looks.setColumns}
        usual={{ keys: defaultKeys, label: 'Back to the usual columns' }}
      />
    </div>
  );
}
