import type { Editor } from '@tiptap/react';
import type { ReactElement } from 'react';
import { withFields, type Insert } from '../field-node.ts';
import styles from './insert-menu.module.css';

interface InsertMenuProps {
  editor: Editor;
  label: string;
  inserts: readonly Insert[];
}

/** Inserts the selected text at the cursor. The list resets, so that the same item can be selected again. */
export function InsertMenu({ editor, label, inserts }: InsertMenuProps): ReactElement {
  return (
    <div className={styles['bar']}>
      <select
        aria-label={label}
        className={styles['select']}
        value=""
        onChange={(event) =>
          editor.chain().focus().insertContent(withFields(event.target.value, inserts)).run()
        }
      >
        <option value="" disabled>
          {label}
        </option>
        {inserts.map(({ label: name, text }) => (
          <option key={text} value={text}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
