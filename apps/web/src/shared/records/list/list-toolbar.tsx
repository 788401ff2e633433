import { lazy, Suspense, useState, type ReactElement, type ReactNode, type Ref } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { PanelButton, Total } from './filters/toolbar.tsx';
import type { DisplaySettings } from './display/display-settings.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import type { ListNavigation } from './list-search.ts';
import { isRanked, type ShownTotal } from './list-page.ts';
import styles from './list-toolbar.module.css';
import type { AnyList } from './record-list.ts';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import selects from './filters/select.module.css';

const DisplayPanel = lazy(() => import('./display/display-panel.tsx'));
const CardDisplay = lazy(async () => ({
  default: (await import('./display/display-panel.tsx')).CardDisplay,
}));

interface ListToolbarProps {
  list: AnyList;
  navigation: ListNavigation;
  display: DisplaySettings;
  total: ShownTotal;
  isPhone: boolean;
  /** Starts selecting cards; table rows always show their checkboxes. */
  selectButton: ReactNode;
}

/** The filter bar of the list, with the number of matches and the display settings. */
export function ListToolbar(props: ListToolbarProps): ReactElement {
  const { list, navigation, display, total, isPhone, selectButton } = props;
  return (
    <FilterBar
      list={list}
      navigation={navigation}
      isPhone={isPhone}
      end={
        isPhone ? (
          Object.keys(list.sortNames).length > 1 && <SortSelect list={list} navigation={navigation} />
        ) : (
          <DisplayButton list={list} display={display} navigation={navigation} />
        )
      }
    >
      <div className={styles['summary']}>
        <Total total={total} nouns={list.nouns} />
        {isPhone && (
          <div className={styles['display']}>
            {selectButton}
            <CardDisplayButton list={list} display={display} navigation={navigation} />
          </div>
        )}
      </div>
    </FilterBar>
  );
}

/** Shows checkboxes on cards, and hides them again together with the selection. */
export function SelectButton({
  ref,
  isOn,
  onPress,
}: {
  ref: Ref<HTMLButtonElement>;
  isOn: boolean;
  onPress: () => void;
}): ReactElement {
  return (
    <button ref={ref} type="button" aria-pressed={isOn} className={styles['toggle']} onClick={onPress}>
      Select
    </button>
  );
}

interface DisplayProps {
  list: AnyList;
  display: DisplaySettings;
  navigation: ListNavigation;
}

const bestMatch = '';

function SortSelect({ list, navigation }: Omit<DisplayProps, 'display'>): ReactElement {
  const { search, setSort } = navigation;
  const { sortNames } = list;
  const current =
    search.sort ?? list.sortFor?.(search.filter) ?? (isRanked(list, search) ? bestMatch : list.defaultSort);
  const others = isRanked(list, search) ? { [bestMatch]: 'Best match', ...sortNames } : sortNames;
  const names = others[current] === undefined ? { [current]: 'Multiple columns', ...others } : others;
  return (
    <select
      className={classNames(selects['select'], selects['small'])}
      aria-label="Sort by"
      value={current}
      onChange={(event) => setSort(event.target.value === bestMatch ? null : event.target.value)}
    >
      {Object.entries(names).map(([sort, text]) => (
        <option key={sort} value={sort}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** Opens the display settings of the table: columns and their order, row height, rows per page. */
function DisplayButton({ list, display, navigation }: DisplayProps): ReactElement {
  return (
    <PanelButton label="Display" icon="solar:slider-vertical-linear">
      {(panel) => <DisplayPanel list={list} display={display} navigation={navigation} {...panel} />}
    </PanelButton>
  );
}

function CardDisplayButton({ list, display, navigation }: DisplayProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="Display"
        aria-haspopup="dialog"
        className={styles['toggle']}
        onClick={() => setOpen(true)}
      >
        <Icon name="solar:slider-vertical-linear" size={18} />
      </button>
      {isOpen && (
        <Suspense>
          <CardDisplay list={list} display={display} navigation={navigation} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
