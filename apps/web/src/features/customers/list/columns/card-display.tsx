import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactElement } from 'react';
import { maxFacts } from '../rows/most-facts.ts';
import type { ListNavigation } from '../search/use-list-search.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { withOwnFields, type ListColumn } from './columns.ts';
import styles from './display-panel.module.css';
import { PageSize } from './page-size.tsx';
import type { DisplaySettings } from './use-display-settings.ts';

interface CardDisplayProps {
  looks: DisplaySettings;
  list: ListNavigation;
  onClose: () => void;
}

const isOwn = ({ field }: ListColumn): boolean => field !== undefined;

/** How cards look, on a phone's whole window. Everything takes effect at once; columns that no card shows stay as they are. */
export default function CardDisplay({ looks, list, onClose }: CardDisplayProps): ReactElement {
  const titleId = useId();
  const available = looks.available.filter(isOwn);
  return (
    <Dialog open fullScreen aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>Display</DialogTitle>
      <DialogContent className={styles['whole'] ?? ''}>
        <PageSize list={list} />
        {available.length === 0 ? (
          <p className={styles['hint']}>
            Cards can show fields of your own as well, once an administrator has added some in the settings.
          </p>
        ) : (
          <ColumnChooser
            isTouched
            title="Fields on the cards"
            hint={`A card shows the first ${String(maxFacts)} that are chosen. Wider windows show all of them as columns.`}
            shown={looks.columns.filter(isOwn)}
            available={available}
            onChange={(keys) => looks.setColumns(withOwnFields(looks.columns, keys))}
            usual={{ keys: [], label: 'Show none of them' }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}
