import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import type { Tag } from '@handover/contract/customers.ts';
import { useRef, useState, type ReactElement } from 'react';
import { TagsInput } from '#features/customers/fields/tags-input.tsx';
import styles from './cell-editor.module.css';

interface TagsEditorProps {
  name: string;
  tags: readonly Tag[];
  isPending: boolean;
  onChange: (tags: readonly Tag[]) => void;
  onSave: () => void;
  onClose: () => void;
}

/** Edits the tags of a row in a panel below its cell. */
export default function TagsEditor({
  name,
  tags,
  isPending,
  onChange,
  onSave,
  onClose,
}: TagsEditorProps): ReactElement {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <span ref={setAnchor} />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': `Tags of ${name}` },
          transition: { onEntered: () => input.current?.focus() },
        }}
      >
        <div className={styles['panel']}>
          <TagsInput label="Tags" tags={tags} onChange={onChange} inputRef={input} />
          <div className={styles['actions']}>
            <Button variant="outlined" color="inherit" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={isPending} onClick={onSave}>
              Save
            </Button>
          </div>
        </div>
      </Popover>
    </>
  );
}
